import Metrics

/// A step of answering a request, as the histogram `sight_stage_seconds` names it.
enum Stage: String {
    case queue, compute, decode, detect, classify, draw

    /// Counts how long a step took.
    static func record(_ stage: Stage, _ duration: Duration, model: String) {
        timer(stage, model: model).record(duration)
    }

    /// The histogram of a step.
    static func timer(_ stage: Stage, model: String) -> Timer {
        Timer(
            label: "sight_stage_seconds", dimensions: [("stage", stage.rawValue), ("model", model)])
    }

    /// Counts how long a step took, in milliseconds.
    static func record(_ stage: Stage, milliseconds: Double, model: String) {
        record(stage, .nanoseconds(Int64(min(max(milliseconds, 0), 1e12) * 1e6)), model: model)
    }
}

/// The histograms of a model's runs, found once.
struct RunStages: Sendable {
    private let queue: Timer
    private let compute: Timer

    init(model: String) {
        queue = Stage.timer(.queue, model: model)
        compute = Stage.timer(.compute, model: model)
    }

    /// Counts a run: how long it waited for a worker, and how long it took then.
    func note(waited: Duration, worked: Duration) {
        queue.record(waited)
        compute.record(worked)
    }
}

extension Timer {
    /// Counts a time.
    func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(max(0, seconds) * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
