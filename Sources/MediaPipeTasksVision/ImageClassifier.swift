public import Foundation
import SightDropIn
import SightTasks

/// Names images, frames of videos or of a live stream with a model of your own.
///
/// Each output of the model names the image. Safe to use from several threads. Regions of interest
/// are in fractions of the stored image.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImageClassifier)
#endif
public final class ImageClassifier: NSObject, Sendable {
    private let classifier: TaskClassifier
    private let task: VisionTask<[TaskHead]>
    /// Set in `init` alone; the runtime clears a weak reference atomically.
    nonisolated(unsafe) private weak var receiver: (any ImageClassifierLiveStreamDelegate)?
    private typealias Work = VisionTask<[TaskHead]>.Work

    /// Makes a classifier of single images.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    public convenience init(modelPath: String) throws {
        let options = ImageClassifierOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Makes a classifier.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`: options that exclude each other, a model that
    ///   is missing or no classifier, a live stream without a delegate.
    public init(options: ImageClassifierOptions) throws {
        receiver = options.imageClassifierLiveStreamDelegate
        do throws(DropInError) {
            task = try VisionTask(
                options.runningMode, hasDelegate: options.imageClassifierLiveStreamDelegate != nil)
            classifier = try TaskClassifier(options.configuration)
        } catch {
            throw error.nsError
        }
    }

    /// Names an image; for the running mode `image`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(classifyImage:error:)
    #endif
    public func classify(image: MPImage) throws -> ImageClassifierResult {
        try classify(image: image, regionOfInterest: .zero)
    }

    /// Names a part of an image; for the running mode `image`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(classifyImage:regionOfInterest:error:)
    #endif
    public func classify(image: MPImage, regionOfInterest roi: CGRect) throws
        -> ImageClassifierResult
    {
        ImageClassifierResult(try task.image(image, work(image, roi)), at: 0)
    }

    /// Names a frame; for the running mode `video`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(classifyVideoFrame:timestampInMilliseconds:error:)
    #endif
    public func classify(videoFrame image: MPImage, timestampInMilliseconds: Int) throws
        -> ImageClassifierResult
    {
        try classify(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds,
            regionOfInterest: .zero)
    }

    /// Names a part of a frame; for the running mode `video`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(classifyVideoFrame:timestampInMilliseconds:regionOfInterest:error:)
    #endif
    public func classify(
        videoFrame image: MPImage, timestampInMilliseconds: Int, regionOfInterest roi: CGRect
    ) throws -> ImageClassifierResult {
        ImageClassifierResult(
            try task.video(image, at: timestampInMilliseconds, work(image, roi)),
            at: timestampInMilliseconds)
    }

    /// Names a frame later; for the running mode `liveStream`.
    ///
    /// The delegate gets the result. While the classifier is busy, only the newest frame waits.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(classifyAsyncImage:timestampInMilliseconds:error:)
    #endif
    public func classifyAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try classifyAsync(
            image: image, timestampInMilliseconds: timestampInMilliseconds, regionOfInterest: .zero)
    }

    /// Names a part of a frame later; for the running mode `liveStream`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(classifyAsyncImage:timestampInMilliseconds:regionOfInterest:error:)
    #endif
    public func classifyAsync(
        image: MPImage, timestampInMilliseconds: Int, regionOfInterest roi: CGRect
    ) throws {
        try task.live(image, at: timestampInMilliseconds, work(image, roi)) { [weak self] in
            self?.tell($0, timestampInMilliseconds)
        }
    }

    private func work(_ image: MPImage, _ roi: CGRect) -> Work {
        let part = image.part(roi)
        let classifier = classifier
        return { (frame) throws(DropInError) in
            try classifier.heads(in: frame, region: part)
        }
    }

    private func tell(_ found: Result<[TaskHead], NSError>, _ milliseconds: Int) {
        let result = found.map { ImageClassifierResult($0, at: milliseconds) }
        receiver?.imageClassifier(
            self, didFinishClassification: result.success, timestampInMilliseconds: milliseconds,
            error: result.failure)
    }
}
