public import Foundation

/// The CPU settings of a task.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLCpuSettings)
#endif
open class CpuSettings: NSObject, NSCopying {
    /// The number of threads of a run; below 1, the default, the runtime chooses.
    open var numThreads = -1

    /// Makes an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CpuSettings()
        copy.numThreads = numThreads
        return copy
    }
}
