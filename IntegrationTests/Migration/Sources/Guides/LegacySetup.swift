// The lines of the guides stay as they are.
// swift-format-ignore-file

// snippet VI-01 HI-01
import Firebase
// end

/// Section 1 of the guide "Firebase ML Vision": options and detectors.
public enum LegacySetup {
    /// The options for the first main use, a camera.
    public static func liveOptions() -> VisionObjectDetectorOptions {
        // snippet VI-02 HI-02
        // Live detection and tracking
        let options = VisionObjectDetectorOptions()
        options.detectorMode = .stream
        options.shouldEnableMultipleObjects = false
        options.shouldEnableClassification = true  // Optional
        // end
        return options
    }

    /// The options for the second main use, photos.
    public static func photoOptions() -> VisionObjectDetectorOptions {
        // snippet VI-02 HI-02
        // Multiple object detection in static images
        let options = VisionObjectDetectorOptions()
        options.detectorMode = .singleImage
        options.shouldEnableMultipleObjects = true
        options.shouldEnableClassification = true  // Optional
        // end
        return options
    }

    /// A detector with the defaults.
    public static func detector() -> VisionObjectDetector {
        // snippet VI-03 HI-03
        let objectDetector = Vision.vision().objectDetector()
        // end
        return objectDetector
    }

    /// A detector with options.
    public static func detector(_ options: VisionObjectDetectorOptions) -> VisionObjectDetector {
        // snippet VI-03 HI-03
        // Or, to change the default settings:
        let objectDetector = Vision.vision().objectDetector(options: options)
        // end
        return objectDetector
    }
}
