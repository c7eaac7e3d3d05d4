public import Foundation

/// The settings of the processor that runs a model.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLComputeSettings)
#endif
open class ComputeSettings: NSObject, NSCopying {
    /// The settings of the CPU.
    open var cpuSettings = CpuSettings()

    /// Makes an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ComputeSettings()
        copy.cpuSettings = cpuSettings.copy() as? CpuSettings ?? cpuSettings
        return copy
    }
}
