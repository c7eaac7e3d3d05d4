package import SightInference
package import SightModelFile

/// One graph of a model.
package struct SubgraphReport: Encodable, Sendable {
    package let name: String
    /// Tensor indices.
    package let inputs: [Int]
    /// Tensor indices.
    package let outputs: [Int]
    package let tensors: [TensorReport]
    /// The nodes in the order in which they run.
    package let nodes: [NodeReport]

    /// Creates the report of a graph, with the shapes of the prepared graph if there is one.
    package init(_ graph: Subgraph, prepared: PreparedGraph?) {
        name = graph.name
        inputs = graph.inputs
        outputs = graph.outputs
        tensors = graph.tensors.enumerated().map { index, tensor in
            TensorReport(
                index, tensor, prepared: prepared?.tensors[index],
                isKnownAtRunTime: prepared.map { !$0.isKnown(index) } ?? false)
        }
        nodes = graph.nodes.map(NodeReport.init)
    }
}
