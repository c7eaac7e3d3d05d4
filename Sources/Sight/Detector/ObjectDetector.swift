import SightGeometry
import SightTracking

/// Finds the objects of single images and names them.
///
/// A detector has no state: each call is independent, and no object has a tracking ID. It is safe
/// to use from any number of tasks and threads.
///
/// The localizer finds boxes, the most prominent boxes are kept, and the classifier, if enabled,
/// names the part of the upright image in each box. If two nested boxes have the same name, the
/// outer one is dropped unless its score is higher.
public struct ObjectDetector: Sendable {
    /// Finds the boxes.
    public let localizer: Localizer
    /// Names the boxes when the options ask for it.
    public let classifier: Classifier?
    private let options: ObjectDetectorOptions

    /// Makes a detector.
    ///
    /// A classifier names nothing until ``ObjectDetectorOptions/isClassificationEnabled`` is set.
    ///
    /// - Parameters:
    ///   - localizer: finds the boxes.
    ///   - classifier: names them if the options enable classification, which they do not by
    ///     default.
    ///   - options: which objects to return.
    public init(
        localizer: Localizer, classifier: Classifier? = nil,
        options: ObjectDetectorOptions = ObjectDetectorOptions()
    ) {
        self.localizer = localizer
        self.classifier = classifier
        self.options = options
    }

    /// The smallest useful width and height of an image.
    ///
    /// A photo may be decoded at a reduced scale down to this size: 1.25 times the localizer's
    /// input, so that nothing is enlarged for it; with a classifier, which reads parts of the
    /// image, four times that.
    public var minimumImageSize: Int {
        let side = max(localizer.inputSize.width, localizer.inputSize.height)
        return Int(side * 1.25) * (isNaming ? 4 : 1)
    }

    /// Finds objects, the most prominent first.
    ///
    /// Blocks the calling thread until the end, also in a cancelled task.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage` or `invalidModel`.
    public func objects(in image: VisionImage) throws(DetectionError) -> [Object] {
        try detect(image).objects
    }

    /// Finds objects, the most prominent first, on a compute thread.
    ///
    /// - Throws: ``DetectionError`` with code `invalidImage`, `invalidModel` or `cancelled`.
    public func objects(in image: VisionImage) async throws(DetectionError) -> [Object] {
        try await Compute.run { () throws(DetectionError) in try objects(in: image) }
    }

    /// Finds objects and measures the two steps.
    ///
    /// Blocks the calling thread until the end, also in a cancelled task.
    ///
    /// - Returns: the objects of `objects(in:)` and the time of each step.
    /// - Throws: ``DetectionError`` with code `invalidImage` or `invalidModel`.
    public func detect(_ image: VisionImage) throws(DetectionError) -> DetectionResult {
        let start = FrameTime.now
        let detections = try localize(image)
        let localized = FrameTime.now
        let objects = try label(detections, in: image)
        let end = FrameTime.now
        return DetectionResult(
            objects: objects, localizationMilliseconds: 1000 * localized.seconds(since: start),
            classificationMilliseconds: isNaming ? 1000 * end.seconds(since: localized) : 0)
    }

    private var isNaming: Bool { options.isClassificationEnabled && classifier != nil }

    /// Finds the boxes that do not repeat each other, the most prominent first.
    private func localize(_ image: VisionImage) throws(DetectionError) -> [Detection] {
        let size = image.uprightSize
        let inside = try localizer.detections(in: image).map { $0.clamped(to: size) }
        let distinct = NonMaximumSuppression.keep(inside, maximumIoU: options.maximumIoU)
        return Prominence.sorted(distinct, in: size)
    }

    /// Makes as many objects as the options allow, with names and with boxes in source pixels.
    private func label(_ detections: [Detection], in image: VisionImage) throws(DetectionError)
        -> [Object]
    {
        let limit = options.allowsMultipleObjects ? max(0, options.maximumObjectCount) : 1
        var objects: [Object] = []
        for detection in detections where objects.count < limit {
            let object = Object(
                box: image.orientation.source(detection.box, sourceSize: image.sourceSize),
                uprightBox: detection.box, score: detection.score,
                labels: try labels(of: detection, in: image),
                keypoints: detection.keypoints.map {
                    image.orientation.source($0, sourceSize: image.sourceSize)
                }, uprightKeypoints: detection.keypoints)
            if isNaming, limit > 1 {
                NestedObjects.add(object, to: &objects)
            } else {
                objects.append(object)
            }
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
