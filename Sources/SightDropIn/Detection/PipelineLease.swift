import SightConcurrency

/// A detector's use of a pipeline, from its first call until it is deallocated.
///
/// It does not begin with the detector, because a detector in a variable is released only after its
/// successor was made: the successor could not have the pipeline with the stream.
package final class PipelineLease: Sendable {
    private let configuration: DetectorConfiguration
    private let pool: PipelinePool
    private let taken = Guarded<PipelinePool.Loan?>(nil)

    /// Makes the lease of a new detector.
    package init(_ configuration: DetectorConfiguration, from pool: PipelinePool = .shared) {
        self.configuration = configuration
        self.pool = pool
    }

    /// The pipeline, which the first access takes from the pool.
    package var pipeline: DetectionPipeline {
        taken.withLock { taken in
            let loan = taken ?? pool.take(configuration)
            taken = loan
            return loan.pipeline
        }
    }

    deinit {
        if let loan = taken.current { pool.put(loan) }
    }
}
