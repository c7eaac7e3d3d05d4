import MLKit
import UIKit

/// Labels objects with the app's own classifier, as in ML Kit's guide.
final class CustomModelDetector: Sendable {
    private let detector: ObjectDetector

    /// Makes a detector from options with a model of the app's bundle, or a downloaded one.
    ///
    /// The threshold drops labels of a low confidence: a wrong label is worse than none.
    init(_ options: CustomObjectDetectorOptions) {
        options.detectorMode = .singleImage
        options.shouldEnableClassification = true
        options.shouldEnableMultipleObjects = true
        options.classificationConfidenceThreshold = 0.5
        options.maxPerObjectLabelCount = 3
        detector = ObjectDetector.objectDetector(options: options)
    }

    /// The objects of a photo.
    ///
    /// A `frame` is in the photo's stored pixels, before its orientation is applied; an
    /// `uprightFrame` is in the pixels as people see them.
    func objects(in photo: UIImage) async throws -> [Object] {
        let image = VisionImage(image: photo)
        image.orientation = photo.imageOrientation
        return try await detector.process(image)
    }
}
