package import SightModelFile
package import SightTensor

extension Model {
    /// Prepares a graph for input shapes, which is the only way to run it.
    ///
    /// Nodes with constant inputs run here, once: dequantized weights and computed shapes become
    /// constants.
    ///
    /// - Parameters:
    ///   - subgraph: index of the graph.
    ///   - inputShapes: the shapes that differ from the file's, by input position.
    ///   - pool: the threads that runs will share.
    ///   - rounding: the rounding rule of 8-bit convolutions.
    ///   - precision: the number format in which float layers multiply.
    ///   - limits: the limits for sizes.
    ///   - customOperators: operators that are not in the registry, by code.
    /// - Returns: the prepared graph, for any number of executions.
    /// - Throws: ``ModelError`` with code `unsupported` (all unknown operators in one message),
    ///   `invalidNode`, `invalidShape` or `tooLarge`.
    package func prepare(
        subgraph: Int = 0, inputShapes: [Int: Shape] = [:], pool: WorkerPool,
        rounding: Rounding = .nearest, precision: FloatPrecision = .binary32,
        limits: ModelLimits = ModelLimits(),
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
                model: self, pool: pool, rounding: rounding, precision: precision, limits: limits,
                findOperator: { OperatorRegistry.find($0) ?? customOperators($0) }),
            subgraph: subgraph, inputShapes: inputShapes, budget: &budget)
    }
}
