import MediaPipeTasksVision
import UIKit

/// The code of MediaPipe's iOS sample that classifies an image.
package enum ImageClassifierService {
    package static func classify(image: UIImage, modelPath: String, maxResults: Int) throws
        -> [ResultCategory]
    {
        let options = ImageClassifierOptions()
        options.baseOptions.modelAssetPath = modelPath
        options.runningMode = .image
        options.maxResults = maxResults
        let imageClassifier = try ImageClassifier(options: options)
        let result = try imageClassifier.classify(image: MPImage(uiImage: image))
        return result.classificationResult.classifications.first?.categories ?? []
    }
}
