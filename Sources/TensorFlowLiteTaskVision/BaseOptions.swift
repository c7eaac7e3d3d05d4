public import Foundation

/// What every task can be told of its model and the processor.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLBaseOptions)
#endif
open class BaseOptions: NSObject {
    /// The model.
    open var modelFile = ExternalFile()
    /// The processor.
    open var computeSettings = ComputeSettings()
}
