/// A detector's use of a pipeline; when the detector is deallocated, the pipeline is free again.
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

    /// Takes a pipeline for a new detector: a free one with the same options, or a new one.
    package static func take(_ configuration: DetectorConfiguration) -> PipelineLease {
        PipelinePool.shared.take(configuration)
    }

    /// Removes the free pipelines and forgets their streams.
    package static func forgetIdle() { PipelinePool.shared.removeAll() }

    deinit { giveBack(pipeline) }
}
