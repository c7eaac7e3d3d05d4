public import Foundation

/// How a task uses the CPU.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLCPUSettings)
#endif
open class CPUSettings: NSObject {
    /// Threads that share one run; below 1, as at first, the runtime chooses.
    open var numThreads = -1
}
