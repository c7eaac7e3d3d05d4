import SightGeometry

/// Finds the objects of single pictures and names them.
///
/// Stateless: every call stands for itself and no object has a tracking identity. Safe to use
/// from any number of tasks and threads.
///
/// The localizer finds boxes, the prominent ones are kept, and the classifier, if wanted, names
/// each one's part of the upright picture.
public struct ObjectDetector: Sendable {
    private let localizer: Localizer
    /// Names the boxes, if there is one.
    package let classifier: Classifier?
    private let options: ObjectDetectorOptions

    /// Makes a detector.
    ///
    /// - Parameters:
    ///   - localizer: finds the boxes.
    ///   - classifier: names them when the options ask for it.
    ///   - options: what to return.
    public init(
        localizer: Localizer, classifier: Classifier? = nil,
        options: ObjectDetectorOptions = ObjectDetectorOptions()
    ) {
        self.localizer = localizer
        self.classifier = classifier
        self.options = options
    }

    /// Finds objects, the most prominent first.
    ///
    /// Blocks the calling thread.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage`, `invalidModel` or `cancelled`.
    public func objects(in image: VisionImage) throws(DetectionError) -> [Object] {
        try label(localize(image), in: image)
    }

    /// Finds objects, the most prominent first, on a compute thread.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage`, `invalidModel` or `cancelled`.
    public func objects(in image: VisionImage) async throws(DetectionError) -> [Object] {
        try await Compute.run { () throws(DetectionError) in try objects(in: image) }
    }

    /// The first half of ``objects(in:)``: the boxes worth keeping, the most prominent first.
    package func localize(_ image: VisionImage) throws(DetectionError) -> [Detection] {
        let size = image.uprightSize
        let inside = try localizer.detections(in: image).map { $0.clamped(to: size) }
        let distinct = NonMaximumSuppression.keep(inside, maximumIoU: options.maximumIoU)
        let limit = options.allowsMultipleObjects ? max(0, options.maximumObjectCount) : 1
        return Array(Prominence.sorted(distinct, in: size).prefix(limit))
    }

    /// The second half of ``objects(in:)``: names and source pixels.
    package func label(_ detections: [Detection], in image: VisionImage) throws(DetectionError)
        -> [Object]
    {
        var objects: [Object] = []
        for detection in detections {
            objects.append(
                Object(
                    box: image.orientation.source(detection.box, sourceSize: image.sourceSize),
                    uprightBox: detection.box, score: detection.score,
                    labels: try labels(of: detection, in: image)))
        }
        return objects
    }

    private func labels(of detection: Detection, in image: VisionImage) throws(DetectionError)
        -> [Label]
    {
        guard options.isClassificationEnabled, let classifier else {
            return detection.label.map { [$0] } ?? []
        }
        return try classifier.labels(in: image, region: detection.box)
    }
}
