import SightModelFile

/// What all graphs and stages that are prepared for one caller share.
struct PreparationSettings: Sendable {
    let model: Model
    let pool: WorkerPool
    let rounding: Rounding
    let limits: ModelLimits
    /// The operator for a code.
    let findOperator: @Sendable (OperatorCode) -> (any Operator.Type)?
    /// Calls from the graph that the caller asked for down to this one.
    var depth = 0
}
