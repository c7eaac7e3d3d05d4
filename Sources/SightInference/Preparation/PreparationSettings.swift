import SightModelFile

/// What all graphs and stages that are prepared for one caller share.
struct PreparationSettings: Sendable {
    let model: Model
    let pool: WorkerPool
    let rounding: Rounding
    let limits: ModelLimits
    /// Calls from the graph that the caller asked for down to this one.
    var depth = 0
}
