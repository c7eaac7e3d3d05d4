public import Foundation
public import MLKitVision
import Sight
import SightDropIn

/// What is called with the objects of an image: exactly one of the two is not `nil`.
public typealias ObjectDetectionCallback = ([Object]?, (any Error)?) -> Void

/// Finds the objects of images, follows them through a stream and names them.
///
/// Several threads may use a detector; it processes one image at a time. A detector with the
/// options of one that was just released continues its stream.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKObjectDetector)
#endif
public final class ObjectDetector: NSObject, Sendable {
    private let lease: PipelineLease

    required init(_ configuration: DetectorConfiguration) {
        lease = .take(configuration)
    }

    /// Makes a detector.
    ///
    /// Models are loaded, and their errors reported, with the first image.
    #if canImport(ObjectiveC)
        @objc(objectDetectorWithOptions:)
    #endif
    public class func objectDetector(options: CommonObjectDetectorOptions) -> Self {
        self.init(options.configuration)
    }

    /// Finds objects and calls back on the main queue.
    ///
    /// - Parameters:
    ///   - image: what to look at, as it is now.
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

    /// Forgets the stream: the next image is the first of another one.
    ///
    /// Not in ML Kit.
    public func reset() { lease.pipeline.reset() }
}
