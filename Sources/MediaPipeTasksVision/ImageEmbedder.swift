public import Foundation
import Sight
import SightDropIn
import SightTasks

/// Turns images, frames of videos or of a live stream into vectors that can be compared.
///
/// Safe to use from several threads. Regions of interest are in fractions of the stored image.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImageEmbedder)
#endif
public final class ImageEmbedder: NSObject, Sendable {
    private let embedder: TaskEmbedder
    private let quantize: Bool
    private let task: VisionTask<[Sight.Embedding]>
    /// Set in `init` alone; the runtime clears a weak reference atomically.
    nonisolated(unsafe) private weak var receiver: (any ImageEmbedderLiveStreamDelegate)?
    private typealias Work = VisionTask<[Sight.Embedding]>.Work

    /// Makes an embedder of single images.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    public convenience init(modelPath: String) throws {
        let options = ImageEmbedderOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Makes an embedder.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`: a model that is missing or no embedder, a live
    ///   stream without a delegate.
    public init(options: ImageEmbedderOptions) throws {
        receiver = options.imageEmbedderLiveStreamDelegate
        quantize = options.quantize
        do throws(DropInError) {
            task = try VisionTask(
                options.runningMode, hasDelegate: options.imageEmbedderLiveStreamDelegate != nil)
            embedder = try TaskEmbedder(
                options.configuration, normalizesLength: options.l2Normalize)
        } catch {
            throw error.nsError
        }
    }

    /// Embeds an image; for the running mode `image`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(embedImage:error:)
    #endif
    public func embed(image: MPImage) throws -> ImageEmbedderResult {
        try embed(image: image, regionOfInterest: .zero)
    }

    /// Embeds a part of an image; for the running mode `image`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(embedImage:regionOfInterest:error:)
    #endif
    public func embed(image: MPImage, regionOfInterest roi: CGRect) throws -> ImageEmbedderResult {
        ImageEmbedderResult(try task.image(image, work(image, roi)), quantize: quantize, at: 0)
    }

    /// Embeds a frame; for the running mode `video`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(embedVideoFrame:timestampInMilliseconds:error:)
    #endif
    public func embed(videoFrame image: MPImage, timestampInMilliseconds: Int) throws
        -> ImageEmbedderResult
    {
        try embed(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds,
            regionOfInterest: .zero)
    }

    /// Embeds a part of a frame; for the running mode `video`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(embedVideoFrame:timestampInMilliseconds:regionOfInterest:error:)
    #endif
    public func embed(
        videoFrame image: MPImage, timestampInMilliseconds: Int, regionOfInterest roi: CGRect
    ) throws -> ImageEmbedderResult {
        ImageEmbedderResult(
            try task.video(image, at: timestampInMilliseconds, work(image, roi)),
            quantize: quantize, at: timestampInMilliseconds)
    }

    /// Embeds a frame later; for the running mode `liveStream`.
    ///
    /// The delegate gets the result. While the embedder is busy, only the newest frame waits.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(embedAsyncImage:timestampInMilliseconds:error:)
    #endif
    public func embedAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try embedAsync(
            image: image, timestampInMilliseconds: timestampInMilliseconds, regionOfInterest: .zero)
    }

    /// Embeds a part of a frame later; for the running mode `liveStream`.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`, also for a time that does not rise.
    #if canImport(ObjectiveC)
        @objc(embedAsyncImage:timestampInMilliseconds:regionOfInterest:error:)
    #endif
    public func embedAsync(
        image: MPImage, timestampInMilliseconds: Int, regionOfInterest roi: CGRect
    ) throws {
        try task.live(image, at: timestampInMilliseconds, work(image, roi)) { [weak self] in
            self?.tell($0, timestampInMilliseconds)
        }
    }

    private func work(_ image: MPImage, _ roi: CGRect) -> Work {
        let part = image.part(roi)
        let embedder = embedder
        return { (frame) throws(DropInError) in
            try embedder.embeddings(of: frame, region: part)
        }
    }

    private func tell(_ found: Result<[Sight.Embedding], NSError>, _ milliseconds: Int) {
        let result = found.map { ImageEmbedderResult($0, quantize: quantize, at: milliseconds) }
        receiver?.imageEmbedder(
            self, didFinishEmbedding: result.success, timestampInMilliseconds: milliseconds,
            error: result.failure)
    }
}
