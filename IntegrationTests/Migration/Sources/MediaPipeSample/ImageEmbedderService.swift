import MediaPipeTasksVision
import UIKit

/// Compares two images, as MediaPipe's sample of image embedding for iOS does.
package enum ImageEmbedderService {
    package static func similarity(
        of image: UIImage, to other: UIImage, modelPath: String, quantize: Bool = false
    ) throws -> Double {
        let options = ImageEmbedderOptions()
        options.baseOptions.modelAssetPath = modelPath
        options.runningMode = .image
        options.l2Normalize = true
        options.quantize = quantize
        let imageEmbedder = try ImageEmbedder(options: options)
        let embeddings = try [image, other].compactMap {
            try imageEmbedder.embed(image: MPImage(uiImage: $0)).embeddingResult.embeddings.first
        }
        guard embeddings.count == 2 else { return 0 }
        return try ImageEmbedder.cosineSimilarity(
            embedding1: embeddings[0], embedding2: embeddings[1]
        ).doubleValue
    }
}
