import Sight
import SightGeometry

/// Names each image as a whole; the one object that it returns covers the image.
struct WholeImageWorker: DetectorWorker {
    let classifier: Classifier
    /// Labels below this confidence are dropped; needed for default models, which have their own
    /// options.
    let confidenceThreshold: Float?

    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object] {
        let labels = try classifier.labels(in: frame.image)
            .filter { $0.score >= confidenceThreshold ?? 0 }
        let upright = frame.image.uprightSize
        let box = Rect<Upright>(x: 0, y: 0, width: upright.width, height: upright.height)
        let size = frame.image.sourceSize
        let source = Rect<Source>(x: 0, y: 0, width: size.width, height: size.height)
        return [
            Sight.Object(
                box: source, uprightBox: box, score: labels.first?.score ?? 0,
                labels: labels)
        ]
    }
}
