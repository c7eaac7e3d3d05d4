import SightModelFile

/// The nodes that read and write each tensor of a graph.
struct GraphReaders {
    /// The only reader of each tensor; −1 if there is none, −2 if there are several.
    private var readers: [Int]
    /// The writer of each tensor; −1 for inputs, constants and variables.
    private var writers: [Int]

    private static let none = -1
    private static let several = -2

    /// Reads all nodes; tensors that callers may see count as having several readers.
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

    /// Returns the only node that reads a tensor, once, if callers cannot see the tensor.
    func onlyReader(of tensor: Int) -> Int? { readers[tensor] >= 0 ? readers[tensor] : nil }

    /// Returns the node that writes a tensor; `nil` for inputs, constants and variables.
    func writer(of tensor: Int) -> Int? { writers[tensor] >= 0 ? writers[tensor] : nil }

    /// Whether a tensor is written before a node runs.
    func isWritten(_ tensor: Int, before node: Int) -> Bool { writers[tensor] < node }
}
