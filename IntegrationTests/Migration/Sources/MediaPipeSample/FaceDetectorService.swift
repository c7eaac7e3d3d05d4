import MediaPipeTasksVision
import UIKit

/// Finds faces in an image, as MediaPipe's sample of face detection for iOS does.
package enum FaceDetectorService {
    package struct Face {
        package let box: CGRect
        package let score: Float
        package let keypoints: [CGPoint]
    }

    package static func faces(image: UIImage, modelPath: String) throws -> [Face] {
        let faceDetectorOptions = FaceDetectorOptions()
        faceDetectorOptions.runningMode = .image
        faceDetectorOptions.minDetectionConfidence = 0.5
        faceDetectorOptions.minSuppressionThreshold = 0.3
        faceDetectorOptions.baseOptions.modelAssetPath = modelPath
        let faceDetector = try FaceDetector(options: faceDetectorOptions)
        return try faceDetector.detect(image: MPImage(uiImage: image)).detections.map { face in
            Face(
                box: face.boundingBox, score: face.categories.first?.score ?? 0,
                keypoints: face.keypoints?.map(\.location) ?? [])
        }
    }
}
