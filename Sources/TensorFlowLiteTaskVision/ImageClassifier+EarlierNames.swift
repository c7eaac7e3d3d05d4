public import Foundation
public import MLImage

extension ImageClassifier {
    /// Loads a classifier; the name of the first versions for ``classifier(options:)``.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    @available(*, deprecated, renamed: "classifier(options:)")
    public class func imageClassifier(options: ImageClassifierOptions) throws -> Self {
        try classifier(options: options)
    }

    /// Classifies an image; the name of the first versions for ``classify(mlImage:)``.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    @available(*, deprecated, renamed: "classify(mlImage:)")
    public func classify(gmlImage image: MLImage) throws -> ClassificationResult {
        try classify(mlImage: image)
    }

    /// Classifies a part of an image; the name of the first versions for
    /// ``classify(mlImage:regionOfInterest:)``.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    @available(*, deprecated, renamed: "classify(mlImage:regionOfInterest:)")
    public func classify(gmlImage image: MLImage, regionOfInterest roi: CGRect) throws
        -> ClassificationResult
    {
        try classify(mlImage: image, regionOfInterest: roi)
    }
}
