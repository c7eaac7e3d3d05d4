import SightModelFile

/// The settings that all graphs and stages of one preparation share.
struct PreparationSettings: Sendable {
    let model: Model
    let pool: WorkerPool
    let rounding: Rounding
    let precision: FloatPrecision
    let limits: ModelLimits
    /// Returns the operator for a code.
    let findOperator: @Sendable (OperatorCode) -> (any Operator.Type)?
    /// The number of nested calls from the caller's graph to this one.
    var depth = 0
}
