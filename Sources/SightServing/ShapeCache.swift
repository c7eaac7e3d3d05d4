import Foundation
import SightConcurrency
import SightInference
import SightModelFile
import SightTensor

/// A cache of a model's prepared graphs for input shapes other than those of its file, shared by
/// all runners of the model.
///
/// Each graph has its own packed weights, so the cache is small. Graphs are prepared one at a time,
/// even if clients request many shapes.
final class ShapeCache: Sendable {
    private static let capacity = 4

    private let preparing = NSLock()
    /// The graphs with the shapes of their inputs by position, the newest last.
    private let graphs = Guarded<[(shapes: [Int: Shape], graph: PreparedGraph)]>([])

    /// Returns the graph for shapes by input position, and prepares it if it is not in the cache.
    func graph(
        for shapes: [Int: Shape], prepare: () throws(ModelError) -> PreparedGraph
    ) throws(ModelError) -> PreparedGraph {
        if let known = known(shapes) { return known }
        preparing.lock()
        defer { preparing.unlock() }
        // Another runner may have prepared the graph in the meantime.
        if let known = known(shapes) { return known }
        let graph = try prepare()
        graphs.withLock { graphs in
            if graphs.count == Self.capacity { graphs.removeFirst() }
            graphs.append((shapes, graph))
        }
        return graph
    }

    private func known(_ shapes: [Int: Shape]) -> PreparedGraph? {
        graphs.withLock { graphs in
            guard let index = graphs.firstIndex(where: { $0.shapes == shapes }) else { return nil }
            let entry = graphs.remove(at: index)
            graphs.append(entry)
            return entry.graph
        }
    }
}
