package import SightModelFile

extension Model {
    /// Returns the candidates for fusion in a graph.
    package func fusionPlan(of subgraph: Int) -> FusionPlan {
        let graph = subgraphs[subgraph]
        return FusionPlan(
            graph,
            visible: graph.outputs + graph.inputs + graph.variables + namedTensors(of: subgraph))
    }

    /// Returns the tensors that signatures of a graph name.
    func namedTensors(of subgraph: Int) -> [Int] {
        signatures.filter { $0.subgraph == subgraph }
            .flatMap { ($0.inputs + $0.outputs).map(\.tensor) }
    }
}

extension Subgraph {
    /// The tensors that keep their values from run to run.
    var variables: [Int] { tensors.indices.filter { tensors[$0].isVariable } }
}
