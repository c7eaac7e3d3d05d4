public import Foundation

/// The processor that runs a model.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLComputeSettings)
#endif
open class ComputeSettings: NSObject, NSCopying {
    /// How the CPU is used.
    open var cpuSettings = CpuSettings()

    /// A copy that later changes do not reach.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ComputeSettings()
        copy.cpuSettings = cpuSettings.copy() as? CpuSettings ?? cpuSettings
        return copy
    }
}
