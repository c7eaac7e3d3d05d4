public import Foundation

/// How a task uses the CPU.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLCpuSettings)
#endif
open class CpuSettings: NSObject, NSCopying {
    /// Threads that share one run; below 1, as at first, the runtime chooses.
    open var numThreads = -1

    /// A copy that later changes do not reach.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CpuSettings()
        copy.numThreads = numThreads
        return copy
    }
}
