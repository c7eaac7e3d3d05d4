import MediaPipeTasksVision
import UIKit

/// The code of MediaPipe's iOS sample that detects objects: a service for each running mode.
package final class ObjectDetectorService: NSObject {
    package struct ResultBundle {
        package let timestamp: Int
        package let names: [String]
        package let boxes: [CGRect]
        package let error: Error?
    }

    package var results: ((ResultBundle) -> Void)?
    private var objectDetector: ObjectDetector?

    package init?(
        modelPath: String, runningMode: RunningMode, maxResults: Int = 3,
        scoreThreshold: Float = 0.5, delegate: Delegate = .CPU
    ) {
        super.init()
        let objectDetectorOptions = ObjectDetectorOptions()
        objectDetectorOptions.runningMode = runningMode
        objectDetectorOptions.maxResults = maxResults
        objectDetectorOptions.scoreThreshold = scoreThreshold
        objectDetectorOptions.baseOptions.modelAssetPath = modelPath
        objectDetectorOptions.baseOptions.delegate = delegate
        if runningMode == .liveStream {
            objectDetectorOptions.objectDetectorLiveStreamDelegate = self
        }
        do {
            objectDetector = try ObjectDetector(options: objectDetectorOptions)
        } catch {
            print(error)
            return nil
        }
    }

    package func detect(image: UIImage) -> ResultBundle? {
        guard let mpImage = try? MPImage(uiImage: image) else { return nil }
        do {
            guard let result = try objectDetector?.detect(image: mpImage) else { return nil }
            return bundle(result)
        } catch {
            return ResultBundle(timestamp: 0, names: [], boxes: [], error: error)
        }
    }

    package func detect(videoFrame image: UIImage, timestamp: Int) throws -> ResultBundle? {
        let result = try objectDetector?.detect(
            videoFrame: MPImage(uiImage: image), timestampInMilliseconds: timestamp)
        return result.map { bundle($0) }
    }

    package func detectAsync(
        sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int
    ) throws {
        let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
        try objectDetector?.detectAsync(image: image, timestampInMilliseconds: timeStamps)
    }

    private func bundle(_ result: ObjectDetectorResult, error: Error? = nil) -> ResultBundle {
        ResultBundle(
            timestamp: result.timestampInMilliseconds,
            names: result.detections.map { $0.categories.first?.categoryName ?? "" },
            boxes: result.detections.map(\.boundingBox), error: error)
    }
}

extension ObjectDetectorService: ObjectDetectorLiveStreamDelegate {
    package func objectDetector(
        _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?,
        timestampInMilliseconds: Int, error: Error?
    ) {
        guard let result = result else {
            results?(
                ResultBundle(timestamp: timestampInMilliseconds, names: [], boxes: [], error: error)
            )
            return
        }
        results?(bundle(result, error: error))
    }
}
