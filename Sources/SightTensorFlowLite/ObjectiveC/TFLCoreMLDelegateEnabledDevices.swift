#if canImport(ObjectiveC)
    import Foundation

    /// ``CoreMLDelegate/EnabledDevices`` for Objective-C.
    @objc(TFLCoreMLDelegateEnabledDevices)
    public enum TFLCoreMLDelegateEnabledDevices: UInt {
        /// Only devices with a Neural Engine.
        case neuralEngine
        /// All devices.
        case all
    }
#endif
