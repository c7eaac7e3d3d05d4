@_exported public import FirebaseMLVision

extension Vision {
    /// Makes a detector with the default options: a stream, the most prominent object, no
    /// categories.
    public func objectDetector() -> VisionObjectDetector {
        objectDetector(options: VisionObjectDetectorOptions())
    }

    /// Makes a detector.
    ///
    /// Models are loaded, and their errors reported, with the first image.
    public func objectDetector(options: VisionObjectDetectorOptions) -> VisionObjectDetector {
        VisionObjectDetector(options.configuration)
    }
}
