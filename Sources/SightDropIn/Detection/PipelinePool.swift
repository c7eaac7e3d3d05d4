import Dispatch
import Foundation
import SightConcurrency

/// The free pipelines of detectors that are gone, for new detectors with the same options.
///
/// Apps make a new detector for every frame, as the official samples do, and still expect that a
/// stream goes on and that models stay loaded. Two detectors that are in use at the same time never
/// share a pipeline.
package final class PipelinePool: Sendable {
    /// The pool of the process.
    package static let shared = PipelinePool()

    /// The number of seconds for which a free pipeline is kept.
    static let patience = 10.0

    fileprivate struct Key: Hashable {
        let configuration: DetectorConfiguration
        /// The stamp of the model files, so that a replaced file is loaded.
        let stamp: [String]
    }

    /// A pipeline that a detector uses.
    struct Loan: Sendable {
        let pipeline: DetectionPipeline
        fileprivate let key: Key
    }

    private typealias Idle = [Key: [(pipeline: DetectionPipeline, since: DispatchTime)]]
    private let idle = Guarded<Idle>([:])
    private let log: DeveloperLog

    /// Makes an empty pool, whose pipelines write to a log.
    package init(log: DeveloperLog = .shared) { self.log = log }

    /// Returns the free pipeline that was used last, or a new one.
    func take(_ configuration: DetectorConfiguration) -> Loan {
        let key = Key(configuration: configuration, stamp: configuration.stamp)
        let waiting = idle.withLock { idle in
            Self.removeStale(&idle)
            return idle[key]?.popLast()?.pipeline
        }
        return Loan(pipeline: waiting ?? DetectionPipeline(configuration, log: log), key: key)
    }

    /// Takes a pipeline back, which is free then.
    func put(_ loan: Loan) {
        idle.withLock { $0[loan.key, default: []].append((loan.pipeline, .now())) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience + 1) { [self] in
            idle.withLock { Self.removeStale(&$0) }
        }
    }

    private static func removeStale(_ idle: inout Idle) {
        let now = DispatchTime.now()
        idle = idle.mapValues { $0.filter { $0.since + patience > now } }
            .filter { !$0.value.isEmpty }
    }
}
