import Foundation
import SightConcurrency
import SightInference
import SightModelFile
import SightTensor

/// A model's graphs for shapes that its file does not declare: those asked for last, shared by all its
/// runners.
///
/// Each has packed weights of its own, so there are few; clients that choose shapes at will make one
/// after the other, never several at once.
final class ShapeCache: Sendable {
    private static let capacity = 4

    private let preparing = NSLock()
    /// Newest last.
    private let graphs = Guarded<[(shapes: [Int: Shape], graph: PreparedGraph)]>([])

    /// The graph for shapes by input position, prepared where it is not here.
    func graph(
        for shapes: [Int: Shape], prepare: () throws(ModelError) -> PreparedGraph
    ) throws(ModelError) -> PreparedGraph {
        if let known = known(shapes) { return known }
        preparing.lock()
        defer { preparing.unlock() }
        // Another runner may have been faster.
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
