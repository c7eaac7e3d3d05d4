public import Foundation
public import MLImage
import MLKitVision
import SightDropIn

/// Names images with a model of your own.
///
/// Safe to use from several threads.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLImageClassifier)
#endif
public final class ImageClassifier: NSObject, Sendable {
    private let classifier: TaskClassifier

    required init(_ classifier: TaskClassifier) { self.classifier = classifier }

    /// Loads a classifier.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`: options that exclude each other, a model that is
    ///   missing or no classifier.
    #if canImport(ObjectiveC)
        @objc(imageClassifierWithOptions:error:)
    #endif
    public class func classifier(options: ImageClassifierOptions) throws -> Self {
        do throws(DropInError) {
            return self.init(try TaskClassifier(options.configuration))
        } catch {
            throw error.nsError
        }
    }

    /// Names an image, best class first.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(classifyWithGMLImage:error:)
    #endif
    public func classify(mlImage image: MLImage) throws -> ClassificationResult {
        try result(image, nil)
    }

    /// Names a part of an image, stated in pixels as stored.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(classifyWithGMLImage:regionOfInterest:error:)
    #endif
    public func classify(mlImage image: MLImage, regionOfInterest roi: CGRect) throws
        -> ClassificationResult
    {
        try result(image, roi)
    }

    private func result(_ image: MLImage, _ region: CGRect?) throws -> ClassificationResult {
        do throws(DropInError) {
            return ClassificationResult(
                try classifier.categories(in: try FrameSnapshot(image), region: region))
        } catch {
            throw error.nsError
        }
    }
}
