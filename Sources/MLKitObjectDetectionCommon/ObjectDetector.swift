public import Foundation
public import MLKitVision
import Sight
import SightDropIn

/// What is called with the objects of a picture: exactly one of the two is not `nil`.
public typealias ObjectDetectionCallback = ([Object]?, (any Error)?) -> Void

/// Finds the objects of pictures, follows them through a stream and names them.
///
/// Safe to use from several threads; pictures are looked at one after the other. A detector that
/// is made with the options of one that has just gone continues its stream.
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
    /// Models are loaded, and their errors reported, with the first picture.
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
}
