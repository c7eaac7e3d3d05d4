import Sight
import SightConcurrency

/// Follows objects from image to image.
///
/// Each result waits for its detection: it is never older than its frame, and the first one is
/// complete. With low latency, results do not wait, and the first ones may be empty. A change of
/// size or orientation starts a new stream, and so do stated times that run backwards.
final class StreamWorker: DetectorWorker {
    private let tracker: ObjectTracker
    private let times = Guarded(StreamTimes())

    init(localizer: Localizer, classifier: Classifier?, options: ObjectTrackerOptions) {
        tracker = ObjectTracker(localizer: localizer, classifier: classifier, options: options)
    }

    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object] {
        let (time, isNewStream) = times.withLock {
            $0.next(stated: frame.time, arrival: frame.arrival)
        }
        let tracker = tracker
        let result = BlockingCall.run { () async throws(DetectionError) in
            if isNewStream { await tracker.reset() }
            return try await tracker.objects(in: frame.image, at: time).objects
        }
        return try result.get()
    }

    func reset() {
        times.current = StreamTimes()
        let tracker = tracker
        _ = BlockingCall.run { () async throws(DetectionError) in await tracker.reset() }
    }
}
