import MediaPipeTasksVision
import UIKit

/// Segments images and videos, as the service of MediaPipe's sample for iOS does.
package final class ImageSegmenterService: NSObject {
    package struct ResultBundle {
        package let width: Int
        package let height: Int
        package let categories: [UInt8]
        package let confidenceCount: Int
    }

    package var results: ((ResultBundle) -> Void)?
    private var imageSegmenter: ImageSegmenter?

    package init?(modelPath: String, runningMode: RunningMode, wantsConfidences: Bool = false) {
        super.init()
        let imageSegmenterOptions = ImageSegmenterOptions()
        imageSegmenterOptions.runningMode = runningMode
        imageSegmenterOptions.shouldOutputCategoryMask = true
        imageSegmenterOptions.shouldOutputConfidenceMasks = wantsConfidences
        imageSegmenterOptions.baseOptions.modelAssetPath = modelPath
        if runningMode == .liveStream {
            imageSegmenterOptions.imageSegmenterLiveStreamDelegate = self
        }
        do {
            imageSegmenter = try ImageSegmenter(options: imageSegmenterOptions)
        } catch {
            print(error)
            return nil
        }
    }

    package var labels: [String] { imageSegmenter?.labels ?? [] }

    package func segment(image: UIImage) -> ResultBundle? {
        guard let mpImage = try? MPImage(uiImage: image),
            let result = try? imageSegmenter?.segment(image: mpImage)
        else { return nil }
        return bundle(result)
    }

    package func segment(
        videoFrame image: UIImage, timestamp: Int, completion: (ResultBundle?, Error?) -> Void
    ) throws {
        imageSegmenter?.segment(
            videoFrame: try MPImage(uiImage: image), timestampInMilliseconds: timestamp
        ) { result, error in completion(result.flatMap { bundle($0) }, error) }
    }

    package func segmentAsync(
        sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int
    ) throws {
        let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
        try imageSegmenter?.segmentAsync(image: image, timestampInMilliseconds: timeStamps)
    }

    private func bundle(_ result: ImageSegmenterResult) -> ResultBundle? {
        guard let mask = result.categoryMask else { return nil }
        let places = mask.width * mask.height
        return ResultBundle(
            width: mask.width, height: mask.height,
            categories: Array(UnsafeBufferPointer(start: mask.uint8Data, count: places)),
            confidenceCount: result.confidenceMasks?.count ?? 0)
    }
}

extension ImageSegmenterService: ImageSegmenterLiveStreamDelegate {
    package func imageSegmenter(
        _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?,
        timestampInMilliseconds: Int, error: Error?
    ) {
        if let found = result.flatMap({ bundle($0) }) { results?(found) }
    }
}
