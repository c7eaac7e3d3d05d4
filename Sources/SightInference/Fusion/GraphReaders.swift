import SightModelFile

/// Who reads and writes each tensor of a graph.
struct GraphReaders {
    /// The node that reads a tensor, by tensor; −1 where none does, −2 where others do, too.
    private var readers: [Int]
    /// The node that writes a tensor, by tensor; −1 for inputs, constants and variables.
    private var writers: [Int]

    private static let none = -1
    private static let several = -2

    /// Looks at all nodes; tensors that callers may see count as read by others.
    init(_ graph: Subgraph, visible: [Int]) {
        readers = [Int](repeating: Self.none, count: graph.tensors.count)
        writers = readers
        for tensor in visible { readers[tensor] = Self.several }
        for node in graph.nodes {
            for case let tensor? in node.inputs {
                readers[tensor] = readers[tensor] == Self.none ? node.index : Self.several
            }
            for tensor in node.outputs { writers[tensor] = node.index }
        }
    }

    /// The node that alone reads a tensor, once, which nothing outside the graph can see.
    func onlyReader(of tensor: Int) -> Int? { readers[tensor] >= 0 ? readers[tensor] : nil }

    /// The node that writes a tensor; `nil` for inputs, constants and variables.
    func writer(of tensor: Int) -> Int? { writers[tensor] >= 0 ? writers[tensor] : nil }

    /// Whether a tensor is there before a node runs.
    func isWritten(_ tensor: Int, before node: Int) -> Bool { writers[tensor] < node }
}
