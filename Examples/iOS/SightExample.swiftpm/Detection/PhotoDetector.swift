import Sight
import SightDefaultModels
import SightPlatform
import UIKit

/// Finds the objects of photos with the built-in models.
struct PhotoDetector: Sendable {
    private let detector: Sight.ObjectDetector

    /// Loads the models.
    init() throws {
        var options = ObjectDetectorOptions()
        options.allowsMultipleObjects = true
        options.isClassificationEnabled = true
        let models = DefaultModels()
        detector = ObjectDetector(
            localizer: try models.makeLocalizer(), classifier: try models.makeClassifier(),
            options: options)
    }

    /// The objects of a photo, in the orientation that the photo has.
    func objects(in photo: UIImage) async throws -> [Sight.Object] {
        try await detector.objects(in: Sight.VisionImage(photo))
    }
}
