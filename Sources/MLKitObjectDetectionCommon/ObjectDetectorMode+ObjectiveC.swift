#if canImport(ObjectiveC)
    import Foundation

    /// The modes of a detector in Objective-C: `MLKObjectDetectorModeSingleImage` and
    /// `MLKObjectDetectorModeStream`.
    @objc(MLKObjectDetectorMode)
    public enum ObjectDetectorModeConstant: Int {
        /// Images are independent.
        case singleImage = 0
        /// Images are frames of one stream.
        case stream = 1
    }

    extension CommonObjectDetectorOptions {
        /// `detectorMode` for Objective-C, which cannot use a Swift structure.
        @objc(detectorMode)
        public var detectorModeConstant: ObjectDetectorModeConstant {
            get { ObjectDetectorModeConstant(rawValue: detectorMode.rawValue) ?? .stream }
            set { detectorMode = ObjectDetectorMode(rawValue: newValue.rawValue) }
        }
    }
#endif
