/// A detector's hold on its pipeline: when the detector goes away the pipeline is free again.
package final class PipelineLease: Sendable {
    /// The pipeline.
    package let pipeline: DetectionPipeline
    private let giveBack: @Sendable (DetectionPipeline) -> Void

    init(
        _ pipeline: DetectionPipeline,
        giveBack: @escaping @Sendable (DetectionPipeline) -> Void
    ) {
        self.pipeline = pipeline
        self.giveBack = giveBack
    }

    /// Takes a pipeline for a new detector: one that its predecessor left, or a new one.
    package static func take(_ configuration: DetectorConfiguration) -> PipelineLease {
        PipelinePool.shared.take(configuration)
    }

    /// Forgets the pipelines that wait for their next detector, with their streams.
    package static func forgetIdle() { PipelinePool.shared.removeAll() }

    deinit { giveBack(pipeline) }
}
