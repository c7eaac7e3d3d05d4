@_exported public import FirebaseMLVision

extension Vision {
    /// Makes a detector with the default options: stream mode, only the most prominent object, no
    /// categories.
    public func objectDetector() -> VisionObjectDetector {
        objectDetector(options: VisionObjectDetectorOptions())
    }

    /// Makes a detector.
    ///
    /// The detector loads its models with the first image, and reports their errors then.
    public func objectDetector(options: VisionObjectDetectorOptions) -> VisionObjectDetector {
        VisionObjectDetector(options.configuration)
    }
}
