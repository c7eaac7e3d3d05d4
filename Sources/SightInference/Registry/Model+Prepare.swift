package import SightModelFile
package import SightTensor

extension Model {
    /// Prepares a graph for input shapes: the only way to get something that runs.
    ///
    /// Nodes whose inputs are all constant run here, once: dequantised weights and computed shapes
    /// become constants.
    ///
    /// - Parameters:
    ///   - subgraph: index of the graph.
    ///   - inputShapes: shapes by input position, where they differ from the file's.
    ///   - pool: threads that runs will share.
    ///   - rounding: how 8-bit convolutions round.
    ///   - limits: ceilings for sizes.
    ///   - customOperators: operators that the registry lacks, by code.
    /// - Returns: what runs, for any number of executions.
    /// - Throws: ``ModelError`` with code `unsupported` (all unknown operators in one message),
    ///   `invalidNode`, `invalidShape` or `tooLarge`.
    package func prepare(
        subgraph: Int = 0, inputShapes: [Int: Shape] = [:], pool: WorkerPool,
        rounding: Rounding = .nearest, limits: ModelLimits = ModelLimits(),
        customOperators: @escaping @Sendable (OperatorCode) -> (any Operator.Type)? = { _ in nil }
    ) throws(ModelError) -> PreparedGraph {
        let problems = unsupportedNodes(from: subgraph, customOperators: customOperators)
        guard problems.isEmpty else {
            throw ModelError(
                .unsupported,
                "the model needs operators that Sight does not have: "
                    + problems.joined(separator: "; "))
        }
        var budget = PreparationBudget(limits)
        return try PreparedGraph.make(
            PreparationSettings(
                model: self, pool: pool, rounding: rounding, limits: limits,
                findOperator: { OperatorRegistry.find($0) ?? customOperators($0) }),
            subgraph: subgraph, inputShapes: inputShapes, budget: &budget)
    }
}
