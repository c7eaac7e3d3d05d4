public import Foundation
public import MLImage
import MLKitVision
import SightDropIn
import SightTasks

/// Classifies images with your own model, with each of its outputs.
///
/// Several threads may use a classifier.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLImageClassifier)
#endif
public final class ImageClassifier: NSObject, Sendable {
    private let classifier: TaskClassifier

    required init(_ classifier: TaskClassifier) { self.classifier = classifier }

    /// Loads a classifier.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain` for options that exclude each other, and for a
    ///   model that is missing or no classifier.
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

    /// Classifies an image, and returns the best class first.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(classifyWithGMLImage:error:)
    #endif
    public func classify(mlImage image: MLImage) throws -> ClassificationResult {
        try result(image, nil)
    }

    /// Classifies a part of an image, which is given in pixels of the stored image.
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
                try classifier.heads(in: try FrameSnapshot(image), region: region))
        } catch {
            throw error.nsError
        }
    }
}
