public import Sight
import SightGeometry

/// An object detector whose two halves are timed.
///
/// Safe to use from any number of threads.
public struct TimedDetector: Sendable {
    /// The objects of one picture and how long they took.
    public struct Result: Sendable {
        /// The objects, the most prominent first.
        public let objects: [Object]
        /// From pixels to boxes.
        public let detectMilliseconds: Double
        /// From boxes to names; 0 without a classifier.
        public let classifyMilliseconds: Double
    }

    /// Finds the boxes.
    public let localizer: Localizer
    /// Names them, if there is one.
    public let classifier: Classifier?
    private let detector: ObjectDetector

    /// Makes a detector that names boxes when there is a classifier.
    public init(localizer: Localizer, classifier: Classifier?, options: ObjectDetectorOptions) {
        self.localizer = localizer
        self.classifier = classifier
        var options = options
        options.isClassificationEnabled = classifier != nil
        detector = ObjectDetector(
            localizer: localizer, classifier: classifier, options: options)
    }

    /// Pixels that both sides of a picture must keep when it is decoded.
    ///
    /// A quarter more than the model's input, so that nothing is enlarged for it; four times that
    /// for a classifier, which sees parts of the picture.
    public var minimumPictureSize: Int {
        let side = max(localizer.inputSize.width, localizer.inputSize.height)
        return Int(side * 1.25) * (classifier == nil ? 1 : 4)
    }

    /// Finds and names the objects of a picture.
    ///
    /// Blocks the calling thread.
    ///
    /// - Throws: `DetectionError` as `ObjectDetector.objects(in:)`.
    public func detect(_ image: VisionImage) throws(DetectionError) -> Result {
        let start = ContinuousClock.now
        let detections = try detector.localize(image)
        let found = ContinuousClock.now
        let objects = try detector.label(detections, in: image)
        return Result(
            objects: objects, detectMilliseconds: (found - start) / .milliseconds(1),
            classifyMilliseconds: classifier == nil
                ? 0 : (ContinuousClock.now - found) / .milliseconds(1))
    }
}
