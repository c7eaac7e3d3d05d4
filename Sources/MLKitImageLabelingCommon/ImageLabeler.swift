public import Foundation
public import MLKitVision
import Sight
import SightDropIn

/// A callback with the labels of an image or an error: exactly one of the two is not `nil`.
public typealias ImageLabelingCallback = ([ImageLabel]?, (any Error)?) -> Void

/// Labels images.
///
/// Several threads may use a labeler; it processes one image at a time. A labeler with the same
/// options as a recently released one uses the model that is already loaded.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKImageLabeler)
#endif
public final class ImageLabeler: NSObject, Sendable {
    private let lease: PipelineLease

    required init(_ configuration: DetectorConfiguration) { lease = PipelineLease(configuration) }

    /// Makes a labeler.
    ///
    /// The labeler loads the model with the first image, and reports its errors then.
    #if canImport(ObjectiveC)
        @objc(imageLabelerWithOptions:)
    #endif
    public class func imageLabeler(options: CommonImageLabelerOptions) -> Self {
        self.init(options.configuration)
    }

    /// Labels an image, and calls `completion` on the main queue.
    ///
    /// - Parameters:
    ///   - image: the image, in its current state.
    ///   - completion: called once, see ``ImageLabelingCallback``. `DetectionCallbacks` chooses
    ///     another queue.
    #if canImport(ObjectiveC)
        @objc(processImage:completion:)
    #endif
    public func process(
        _ image: any MLKitCompatibleImage, completion: @escaping ImageLabelingCallback
    ) {
        lease.process(
            { () throws(DropInError) in try FrameSnapshot(image) }, as: { Self.labels($0.object) },
            then: Completion { (found: [[ImageLabel]]?, error) in completion(found?.first, error) })
    }

    /// Labels an image, and returns the best label first.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    public nonisolated(nonsending) func process(_ image: any MLKitCompatibleImage)
        async throws -> [ImageLabel]
    {
        try await lease.process(
            { () throws(DropInError) in try FrameSnapshot(image) }, as: { Self.labels($0.object) }
        ).flatMap { $0 }
    }

    /// Labels an image on the calling thread, which must not be the main thread.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(resultsInImage:error:)
    #endif
    public func results(in image: any MLKitCompatibleImage) throws -> [ImageLabel] {
        try lease.results(
            { () throws(DropInError) in try FrameSnapshot(image) }, as: { Self.labels($0.object) }
        ).flatMap { $0 }
    }

    private static func labels(_ object: Sight.Object) -> [ImageLabel] {
        object.labels.map { ImageLabel($0) }
    }
}
