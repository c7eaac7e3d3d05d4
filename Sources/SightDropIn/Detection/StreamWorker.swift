import Sight
import SightGeometry

/// Follows objects from picture to picture.
///
/// Starts anew when the size or orientation changes.
final class StreamWorker: DetectorWorker {
    private let detector: Sight.ObjectDetector
    private var known: [(box: Rect<Upright>, trackingID: Int)] = []
    private var nextID = 0
    private var shape: (Size<Source>, Orientation)?

    init(localizer: Localizer, classifier: Classifier?, options: Sight.ObjectDetectorOptions) {
        detector = Sight.ObjectDetector(
            localizer: localizer, classifier: classifier, options: options)
    }

    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object] {
        let image = frame.image
        if let shape, shape != (image.sourceSize, image.orientation) { known = [] }
        shape = (image.sourceSize, image.orientation)
        let objects = try detector.objects(in: image).map(identified)
        known = objects.map { ($0.uprightBox, $0.trackingID ?? 0) }
        return objects
    }

    private func identified(_ object: Sight.Object) -> Sight.Object {
        let same = known.first { $0.box.intersectionOverUnion(object.uprightBox) > 0.3 }
        let trackingID = same?.trackingID ?? nextID
        if same == nil { nextID += 1 }
        return Sight.Object(
            box: object.box, uprightBox: object.uprightBox, score: object.score,
            trackingID: trackingID, labels: object.labels)
    }
}
