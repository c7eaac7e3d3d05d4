extension Model {
    /// Returns a model that consists of a chain of nodes of one of the graphs.
    ///
    /// Each node reads one output of the node before it, and may read constants and the first input
    /// of the first node, which becomes the input. The outputs of all nodes become the outputs.
    package func chain(_ nodes: [Node], of graph: Subgraph) -> Model {
        var tensors: [TensorInfo] = []
        func add(_ tensor: Int) -> Int {
            tensors.append(graph.tensors[tensor])
            return tensors.count - 1
        }
        var copies: [Node] = []
        let source = nodes.first?.inputs.first.flatMap(\.self)
        for node in nodes {
            let earlier = copies.isEmpty ? nil : nodes[copies.count - 1].outputs.first
            let result = copies.last?.outputs.first
            let inputs = node.inputs.map { input in
                input.map {
                    if !copies.isEmpty, $0 == source { return 0 }
                    return $0 == earlier ? result ?? add($0) : add($0)
                }
            }
            copies.append(
                Node(
                    index: copies.count, code: node.code, version: node.version, inputs: inputs,
                    outputs: node.outputs.map(add), options: node.options, intermediates: [],
                    customOptions: node.customOptions))
        }
        let chain = Subgraph(
            name: graph.name, tensors: tensors, inputs: tensors.isEmpty ? [] : [0],
            outputs: copies.flatMap(\.outputs), nodes: copies)
        return Model(
            bytes: bytes, description: description, subgraphs: [chain], resources: [:],
            strings: strings, signatures: [], metadataBlobs: [])
    }
}
