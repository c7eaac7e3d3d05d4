import Metrics

/// A stage of a request, by its name in the histogram `sight_stage_seconds`.
enum Stage: String {
    case queue, compute, decode, detect, classify, draw

    /// Records the time of a stage.
    static func record(_ stage: Stage, _ duration: Duration, model: String) {
        timer(stage, model: model).record(duration)
    }

    /// Returns the histogram of a stage.
    static func timer(_ stage: Stage, model: String) -> Timer {
        Timer(
            label: "sight_stage_seconds", dimensions: [("stage", stage.rawValue), ("model", model)])
    }

    /// Records the time of a stage in milliseconds.
    static func record(_ stage: Stage, milliseconds: Double, model: String) {
        record(stage, .nanoseconds(Int64(min(max(milliseconds, 0), 1e12) * 1e6)), model: model)
    }
}

/// The histograms of a model's runs, looked up once.
struct RunStages: Sendable {
    private let queue: Timer
    private let compute: Timer

    init(model: String) {
        queue = Stage.timer(.queue, model: model)
        compute = Stage.timer(.compute, model: model)
    }

    /// Records a run: its time in the queue and its time on the worker.
    func note(waited: Duration, worked: Duration) {
        queue.record(waited)
        compute.record(worked)
    }
}

extension Timer {
    /// Records a time.
    func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(max(0, seconds) * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
