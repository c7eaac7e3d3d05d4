public import MLImage

extension ObjectDetector {
    /// Loads a detector; the name of the first versions for ``detector(options:)``.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    @available(*, deprecated, renamed: "detector(options:)")
    public class func objectDetector(options: ObjectDetectorOptions) throws -> Self {
        try detector(options: options)
    }

    /// Finds the objects of an image; the name of the first versions for ``detect(mlImage:)``.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain`.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    @available(*, deprecated, renamed: "detect(mlImage:)")
    public func detect(gmlImage image: MLImage) throws -> DetectionResult {
        try detect(mlImage: image)
    }
}
