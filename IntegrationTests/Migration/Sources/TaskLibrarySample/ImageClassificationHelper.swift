import TensorFlowLiteTaskVision
import UIKit

/// Code after TensorFlow's iOS example that classifies images, which is longer.
package final class ImageClassificationHelper {
    private let classifier: ImageClassifier

    package init?(resultCount: Int, scoreThreshold: Float, modelPath: String) {
        let options = ImageClassifierOptions(modelPath: modelPath)
        options.classificationOptions.maxResults = resultCount
        options.classificationOptions.scoreThreshold = scoreThreshold
        do {
            classifier = try ImageClassifier.classifier(options: options)
        } catch let error {
            print("Failed to create the interpreter with error: \(error.localizedDescription)")
            return nil
        }
    }

    package func classify(image: UIImage) throws -> [ClassificationCategory] {
        guard let mlImage = MLImage(image: image) else { return [] }
        let classificationResults = try classifier.classify(mlImage: mlImage)
        guard let classifications = classificationResults.classifications.first else { return [] }
        return classifications.categories
    }
}
