public import Foundation

/// The processor that runs a model.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLComputeSettings)
#endif
open class ComputeSettings: NSObject {
    /// How the CPU is used.
    open var cpuSettings = CPUSettings()
}
