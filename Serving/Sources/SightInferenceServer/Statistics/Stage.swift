import Metrics

/// A step of answering a request, as the histogram `sight_stage_seconds` names it.
enum Stage: String {
    case queue, compute, decode, detect, classify, draw

    /// Counts how long a step took.
    static func record(_ stage: Stage, _ duration: Duration, model: String) {
        let seconds = duration / .nanoseconds(1)
        Timer(
            label: "sight_stage_seconds", dimensions: [("stage", stage.rawValue), ("model", model)]
        ).recordNanoseconds(Int64(min(max(seconds, 0), 1e18)))
    }

    /// Counts how long a step took, in milliseconds.
    static func record(_ stage: Stage, milliseconds: Double, model: String) {
        record(stage, .nanoseconds(Int64(min(max(milliseconds, 0), 1e12) * 1e6)), model: model)
    }
}
