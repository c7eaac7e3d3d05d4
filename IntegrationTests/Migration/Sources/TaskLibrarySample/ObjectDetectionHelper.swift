import TensorFlowLiteTaskVision
import UIKit

/// Code after TensorFlow's iOS example that detects objects: a detector with options for the
/// buffers of a camera.
///
/// The code is shorter than the example, and sets `numThreads` to an `Int` instead of an `Int32`.
package final class ObjectDetectionHelper {
    private let detector: ObjectDetector

    package init?(threadCount: Int = 1, scoreThreshold: Float, maxResults: Int, modelPath: String) {
        let options = ObjectDetectorOptions(modelPath: modelPath)
        options.classificationOptions.scoreThreshold = scoreThreshold
        options.classificationOptions.maxResults = maxResults
        options.baseOptions.computeSettings.cpuSettings.numThreads = threadCount
        do {
            detector = try ObjectDetector.detector(options: options)
        } catch let error {
            print("Failed to create the interpreter with error: \(error.localizedDescription)")
            return nil
        }
    }

    package func detect(frame pixelBuffer: CVPixelBuffer) -> [(String, Float, CGRect)] {
        guard let mlImage = MLImage(pixelBuffer: pixelBuffer) else { return [] }
        do {
            let detectionResult = try detector.detect(mlImage: mlImage)
            return detectionResult.detections.compactMap { detection in
                guard let category = detection.categories.first else { return nil }
                return (category.label ?? "", category.score, detection.boundingBox)
            }
        } catch let error {
            print("Failed to invoke the interpreter with error: \(error.localizedDescription)")
            return []
        }
    }
}
