import SightModelFile

/// Finds the operators that computed the values of a graph's outputs.
///
/// Operators that only move, join, cut or requantize values are skipped.
struct OutputOrigins {
    /// The node that writes each tensor.
    private let writers: [Int: Node]

    private static let layout: Set<String> = [
        "RESHAPE", "TRANSPOSE", "CONCATENATION", "DEQUANTIZE", "QUANTIZE", "SQUEEZE",
        "EXPAND_DIMS", "PACK", "UNPACK", "STRIDED_SLICE", "SLICE", "SPLIT", "SPLIT_V", "CAST",
        "GATHER",
    ]

    /// Lists the nodes of a graph by what they write.
    init(_ graph: Subgraph) {
        var writers: [Int: Node] = [:]
        for node in graph.nodes {
            for tensor in node.outputs { writers[tensor] = node }
        }
        self.writers = writers
    }

    /// Returns the names of the operators that computed an output's values.
    ///
    /// - Complexity: O(nodes), since each node is visited at most once.
    func names(of output: Int) -> Set<String> {
        var names: Set<String> = []
        var seen: Set<Int> = []
        var waiting = [output]
        while let tensor = waiting.popLast() {
            guard seen.insert(tensor).inserted, let node = writers[tensor] else { continue }
            if Self.layout.contains(node.code.name) {
                waiting += node.inputs.compactMap(\.self)
            } else {
                names.insert(node.code.name)
            }
        }
        return names
    }
}
