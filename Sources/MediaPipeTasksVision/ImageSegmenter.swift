public import Foundation
import SightDropIn
import SightTasks

/// Tells what each pixel of images, videos or a live stream shows, with a model of your own.
///
/// Safe to use from several threads.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImageSegmenter)
#endif
public final class ImageSegmenter: NSObject, Sendable {
    private let segmenter: TaskSegmenter
    private let task: VisionTask<TaskMasks>
    /// Set in `init` alone; the runtime clears a weak reference atomically.
    nonisolated(unsafe) private weak var receiver: (any ImageSegmenterLiveStreamDelegate)?

    /// The names of the classes in the model's label file; empty without one.
    public var labels: [String] { segmenter.labels }

    /// Makes a segmenter of single images.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    public convenience init(modelPath: String) throws {
        let options = ImageSegmenterOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Makes a segmenter.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`: options that want no mask, a model that is
    ///   missing or no segmenter, a live stream without a delegate.
    public init(options: ImageSegmenterOptions) throws {
        receiver = options.imageSegmenterLiveStreamDelegate
        do throws(DropInError) {
            task = try VisionTask(
                options.runningMode, hasDelegate: options.imageSegmenterLiveStreamDelegate != nil)
            segmenter = try TaskSegmenter(
                options.configuration, wantsConfidences: options.shouldOutputConfidenceMasks,
                wantsCategories: options.shouldOutputCategoryMask)
        } catch {
            throw error.nsError
        }
    }

    /// Makes the masks of an image; for the running mode `image`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(segmentImage:error:)
    #endif
    public func segment(image: MPImage) throws -> ImageSegmenterResult {
        ImageSegmenterResult(try task.image(image, segmenter.masks), at: 0)
    }

    /// Makes the masks of an image, and returns once the handler has; for the running mode `image`.
    #if canImport(ObjectiveC)
        @objc(segmentImage:withCompletionHandler:)
    #endif
    public func segment(
        image: MPImage,
        completion completionHandler: (ImageSegmenterResult?, (any Error)?) -> Void
    ) {
        let result = Result { try segment(image: image) }
        completionHandler(try? result.get(), result.failure)
    }

    /// Makes the masks of a frame; for the running mode `video`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(segmentVideoFrame:timestampInMilliseconds:error:)
    #endif
    public func segment(videoFrame image: MPImage, timestampInMilliseconds: Int) throws
        -> ImageSegmenterResult
    {
        ImageSegmenterResult(
            try task.video(image, at: timestampInMilliseconds, segmenter.masks),
            at: timestampInMilliseconds)
    }

    /// Makes the masks of a frame, and returns once the handler has; for the running mode `video`.
    #if canImport(ObjectiveC)
        @objc(segmentVideoFrame:timestampInMilliseconds:withCompletionHandler:)
    #endif
    public func segment(
        videoFrame image: MPImage, timestampInMilliseconds: Int,
        completion completionHandler: (ImageSegmenterResult?, (any Error)?) -> Void
    ) {
        let result = Result {
            try segment(videoFrame: image, timestampInMilliseconds: timestampInMilliseconds)
        }
        completionHandler(try? result.get(), result.failure)
    }

    /// Makes the masks of a frame later; for the running mode `liveStream`.
    ///
    /// The delegate gets the result. While the segmenter is busy, only the newest frame waits.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(segmentAsyncImage:timestampInMilliseconds:error:)
    #endif
    public func segmentAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        let segmenter = segmenter
        try task.live(
            image, at: timestampInMilliseconds,
            { (frame) throws(DropInError) in try segmenter.masks(of: frame) },
            then: { [weak self] in self?.tell($0, timestampInMilliseconds) })
    }

    private func tell(_ found: Result<TaskMasks, NSError>, _ milliseconds: Int) {
        let result = found.map { ImageSegmenterResult($0, at: milliseconds) }
        receiver?.imageSegmenter(
            self, didFinishSegmentation: result.success, timestampInMilliseconds: milliseconds,
            error: result.failure)
    }
}
