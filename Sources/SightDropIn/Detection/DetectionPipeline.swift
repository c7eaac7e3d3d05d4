import Dispatch
package import Sight
import SightConcurrency

/// The models and the state behind a detector of a drop-in module.
///
/// It processes one image at a time, in the order of the calls.
package final class DetectionPipeline: Sendable {
    private let configuration: DetectorConfiguration
    private let log: DeveloperLog
    private let queue = DispatchQueue(label: "sight.detector")
    /// Made with the first image; only calls on `queue` use it.
    private let worker = Guarded<(any DetectorWorker)?>(nil)

    /// Makes a pipeline; the models are loaded with the first image.
    init(_ configuration: DetectorConfiguration, log: DeveloperLog) {
        self.configuration = configuration
        self.log = log
    }

    /// Finds objects while the caller waits.
    ///
    /// - Throws: `modelNotFound`, `modelNotDownloaded`, `incompatibleModel`, `invalidArgument`.
    package func objects(in frame: FrameSnapshot) throws(DropInError) -> [Sight.Object] {
        let result = queue.sync { work(on: frame) }
        return try result.get()
    }

    /// Finds objects and calls `finish` on a thread of the pipeline.
    package func process(
        _ frame: FrameSnapshot,
        then finish: @escaping @Sendable (Result<[Sight.Object], DropInError>) -> Void
    ) {
        queue.async { finish(self.work(on: frame)) }
    }

    /// Starts a new stream with the next image.
    package func reset() {
        queue.async { self.worker.current?.reset() }
    }

    private func work(on frame: FrameSnapshot) -> Result<[Sight.Object], DropInError> {
        do throws(DropInError) {
            return .success(try search(frame))
        } catch {
            return .failure(error)
        }
    }

    private func search(_ frame: FrameSnapshot) throws(DropInError) -> [Sight.Object] {
        let worker = if let worker = worker.current { worker } else { try load() }
        self.worker.current = worker
        do throws(DetectionError) {
            return try worker.objects(in: frame).map { visible($0) }
        } catch {
            throw DropInError(error)
        }
    }

    private func load() throws(DropInError) -> any DetectorWorker {
        if configuration.hasUnusedModel {
            log.note(
                "the model of CustomObjectDetectorOptions is not used, because "
                    + "shouldEnableClassification is false")
        }
        let classifier = try configuration.classifier()
        guard configuration.mode != .wholeImage else {
            guard let classifier else {
                throw DropInError(.modelNotFound, "there is no default model that names images")
            }
            return WholeImageWorker(
                classifier: classifier, confidenceThreshold: configuration.confidenceThreshold)
        }
        let localizer = try configuration.localizer()
        switch configuration.mode {
        case .singleImage:
            return SingleImageWorker(
                detector: Sight.ObjectDetector(
                    localizer: localizer, classifier: classifier,
                    options: configuration.detectorOptions))
        case .stream, .wholeImage:
            return StreamWorker(
                localizer: localizer, classifier: classifier,
                options: configuration.trackerOptions)
        }
    }

    /// Returns the object for the user: without the localizer's label if classification is off.
    private func visible(_ object: Sight.Object) -> Sight.Object {
        guard !configuration.isClassificationEnabled else { return object }
        return Sight.Object(
            box: object.box, uprightBox: object.uprightBox, score: object.score,
            trackingID: object.trackingID)
    }
}
