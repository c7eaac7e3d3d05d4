#if canImport(ObjectiveC)
    public import Foundation

    /// ``CoreMLDelegate/Options`` for Objective-C.
    @objc(TFLCoreMLDelegateOptions)
    public final class TFLCoreMLDelegateOptions: NSObject {
        /// The devices that may run the delegate.
        @objc public var enabledDevices = TFLCoreMLDelegateEnabledDevices.neuralEngine
        /// The version of Core ML that the parts are converted for; 0 means the newest.
        @objc public var coreMLVersion: UInt = 0
        /// The largest number of parts of the graph that Core ML may run; 0 sets no limit.
        @objc public var maxDelegatedPartitions: UInt = 0
        /// The smallest number of nodes that such a part may have.
        @objc public var minNodesPerPartition: UInt = 2

        /// The settings for Swift.
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
