public import FirebaseMLVision
import SightDropIn

#if canImport(ObjectiveC)
    import Foundation
#else
    public import Foundation
#endif

/// What is called with the objects of an image: exactly one of the two is not `nil`.
public typealias VisionObjectDetectionCallback = ([VisionObject]?, (any Error)?) -> Void

/// Finds the objects of images, follows them through a stream and tells coarse categories.
///
/// Safe to use from several threads; images are looked at one after the other. A detector that
/// is made with the options of one that has just gone continues its stream.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionObjectDetector)
#endif
public final class VisionObjectDetector: NSObject, Sendable {
    private let lease: PipelineLease

    init(_ configuration: DetectorConfiguration) {
        lease = .take(configuration)
    }

    /// Finds objects and calls back on the main queue.
    ///
    /// - Parameters:
    ///   - image: what to look at, as it is now; in a stream any image is the next frame.
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

    /// Forgets the stream: the next image is the first of another one.
    ///
    /// Not in Firebase.
    public func reset() { lease.pipeline.reset() }
}
