import MLKit
import UIKit

/// Names objects with a classifier of the app's own, as ML Kit's guide does.
final class CustomModelDetector: Sendable {
    private let detector: ObjectDetector

    /// Uses a model of the app's bundle, or a downloaded one.
    ///
    /// The threshold drops labels that the model is not sure of: a wrong name is worse than none.
    init(_ model: LocalModel) {
        let options = CustomObjectDetectorOptions(localModel: model)
        options.detectorMode = .singleImage
        options.shouldEnableClassification = true
        options.shouldEnableMultipleObjects = true
        options.classificationConfidenceThreshold = 0.5
        options.maxPerObjectLabelCount = 3
        detector = ObjectDetector.objectDetector(options: options)
    }

    /// The objects of a photo; boxes are in its stored pixels, whatever its orientation.
    func objects(in photo: UIImage) async throws -> [Object] {
        let image = VisionImage(image: photo)
        image.orientation = photo.imageOrientation
        return try await detector.process(image)
    }
}
