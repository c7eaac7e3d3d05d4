package import SightInference
import SightModelFile

/// The memory that a run of a prepared model needs.
package struct MemoryReport: Encodable, Sendable {
    /// A tensor and its size.
    package struct Entry: Encodable, Sendable {
        package let tensor: Int
        package let name: String
        package let bytes: Int
    }

    /// Bytes of the arena, which holds all tensors that are not constant.
    package let arenaBytes: Int
    /// Bytes of weights and other constants that the graph keeps unpacked.
    package let constantBytes: Int
    /// The largest computed tensors, largest first.
    package let largestTensors: [Entry]

    /// Creates the report from the memory plan of a prepared graph.
    package init(_ graph: PreparedGraph) {
        arenaBytes = graph.arenaByteCount
        constantBytes = graph.tensors.reduce(0) { $0 + ($1.constant?.bytes.count ?? 0) }
        largestTensors = Array(
            graph.tensors.enumerated()
                .filter {
                    $0.element.constant == nil && $0.element.byteCount > 0
                        && graph.isKnown($0.offset)
                }
                .map {
                    Entry(tensor: $0.offset, name: $0.element.name, bytes: $0.element.byteCount)
                }
                .sorted { ($1.bytes, $0.tensor) < ($0.bytes, $1.tensor) }
                .prefix(5))
    }
}
