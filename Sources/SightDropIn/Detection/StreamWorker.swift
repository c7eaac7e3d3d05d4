import Sight
import SightConcurrency

/// Follows objects from image to image.
///
/// Each result waits for its detection: it is never older than its frame, and the first one is
/// complete. With low latency, results do not wait, and the first ones may be empty. A change of
/// size or orientation starts a new stream, and so do stated times that run backwards.
final class StreamWorker: DetectorWorker {
    private let tracker: StreamTracker
    private let times = Guarded(StreamTimes())

    init(localizer: Localizer, classifier: Classifier?, options: ObjectTrackerOptions) {
        tracker = StreamTracker(localizer: localizer, classifier: classifier, options: options)
    }

    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object] {
        let (time, isNewStream) = times.withLock {
            $0.next(stated: frame.time, arrival: frame.arrival)
        }
        if isNewStream { tracker.reset() }
        return try tracker.objects(in: frame.image, at: time).objects
    }

    func reset() {
        times.current = StreamTimes()
        tracker.reset()
    }
}
