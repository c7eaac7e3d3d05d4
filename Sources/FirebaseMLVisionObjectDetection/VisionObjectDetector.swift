public import FirebaseMLVision
import SightDropIn

#if canImport(ObjectiveC)
    import Foundation
#else
    public import Foundation
#endif

/// A callback with the objects of an image or an error: exactly one of the two is not `nil`.
public typealias VisionObjectDetectionCallback = ([VisionObject]?, (any Error)?) -> Void

/// Finds objects in images, tracks them through a stream and assigns coarse categories.
///
/// Several threads may use a detector; it processes one image at a time. A detector with the same
/// options as a recently released one continues its stream.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionObjectDetector)
#endif
public final class VisionObjectDetector: NSObject, Sendable {
    private let lease: PipelineLease

    init(_ configuration: DetectorConfiguration) { lease = PipelineLease(configuration) }

    /// Finds objects, and calls `completion` on the main queue.
    ///
    /// - Parameters:
    ///   - image: the image, in its current state; in a stream, the next frame.
    ///   - completion: called once, see ``VisionObjectDetectionCallback``. `DetectionCallbacks`
    ///     chooses another queue.
    #if canImport(ObjectiveC)
        @objc(processImage:completion:)
    #endif
    public func process(
        _ image: VisionImage, completion: @escaping VisionObjectDetectionCallback
    ) {
        lease.process(image.snapshot, as: { VisionObject($0) }, then: Completion(completion))
    }

    /// Finds objects.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    public nonisolated(nonsending) func process(_ image: VisionImage) async throws
        -> [VisionObject]
    {
        try await lease.process(image.snapshot, as: { VisionObject($0) })
    }

    /// Finds objects on the calling thread, which must not be the main thread.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(resultsInImage:error:)
    #endif
    public func results(in image: VisionImage) throws -> [VisionObject] {
        try lease.results(image.snapshot, as: { VisionObject($0) })
    }

    /// Ends the stream: the next image is the first frame of a new stream.
    ///
    /// Not in Firebase.
    public func reset() { lease.pipeline.reset() }
}
