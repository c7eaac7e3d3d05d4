#if canImport(ObjectiveC)
    public import Foundation

    /// ``CoreMLDelegate/Options`` for Objective-C.
    @objc(TFLCoreMLDelegateOptions)
    public final class TFLCoreMLDelegateOptions: NSObject {
        /// Which devices may run the delegate.
        @objc public var enabledDevices = TFLCoreMLDelegateEnabledDevices.neuralEngine
        /// The Core ML version to convert for; 0 for the newest.
        @objc public var coreMLVersion: UInt = 0
        /// Most parts of the graph to hand over; 0 for any number.
        @objc public var maxDelegatedPartitions: UInt = 0
        /// Fewest nodes of a part.
        @objc public var minNodesPerPartition: UInt = 2

        /// The same in Swift.
        var swift: CoreMLDelegate.Options {
            var options = CoreMLDelegate.Options()
            options.enabledDevices = enabledDevices == .all ? .all : .neuralEngine
            options.coreMLVersion = Int(clamping: coreMLVersion)
            options.maxDelegatedPartitions = Int(clamping: maxDelegatedPartitions)
            options.minNodesPerPartition = Int(clamping: minNodesPerPartition)
            return options
        }
    }
#endif
