public import Foundation
public import MLKitVision
import Sight
import SightDropIn

/// A callback with the objects of an image or an error: exactly one of the two is not `nil`.
public typealias ObjectDetectionCallback = ([Object]?, (any Error)?) -> Void

/// Finds objects in images, tracks them through a stream and labels them.
///
/// Several threads may use a detector; it processes one image at a time. A detector with the same
/// options as a recently released one continues its stream.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKObjectDetector)
#endif
public final class ObjectDetector: NSObject, Sendable {
    private let lease: PipelineLease

    required init(_ configuration: DetectorConfiguration) { lease = PipelineLease(configuration) }

    /// Makes a detector.
    ///
    /// The detector loads its models with the first image, and reports their errors then.
    #if canImport(ObjectiveC)
        @objc(objectDetectorWithOptions:)
    #endif
    public class func objectDetector(options: CommonObjectDetectorOptions) -> Self {
        self.init(options.configuration)
    }

    /// Finds objects, and calls `completion` on the main queue.
    ///
    /// - Parameters:
    ///   - image: the image, in its current state.
    ///   - completion: called once, see ``ObjectDetectionCallback``. `DetectionCallbacks` chooses
    ///     another queue.
    #if canImport(ObjectiveC)
        @objc(processImage:completion:)
    #endif
    public func process(
        _ image: any MLKitCompatibleImage, completion: @escaping ObjectDetectionCallback
    ) {
        lease.process(
            { () throws(DropInError) in try FrameSnapshot(image) }, as: { Object($0) },
            then: Completion(completion))
    }

    /// Finds objects.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    public nonisolated(nonsending) func process(_ image: any MLKitCompatibleImage)
        async throws -> [Object]
    {
        try await lease.process(
            { () throws(DropInError) in try FrameSnapshot(image) }, as: { Object($0) })
    }

    /// Finds objects on the calling thread, which must not be the main thread.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(resultsInImage:error:)
    #endif
    public func results(in image: any MLKitCompatibleImage) throws -> [Object] {
        try lease.results(
            { () throws(DropInError) in try FrameSnapshot(image) }, as: { Object($0) })
    }

    /// Ends the stream: the next image is the first frame of a new stream.
    ///
    /// Not in ML Kit.
    public func reset() { lease.pipeline.reset() }
}
