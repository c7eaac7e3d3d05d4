public import Foundation

/// What every task can be told of its model and the processor.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLBaseOptions)
#endif
open class BaseOptions: NSObject, NSCopying {
    /// The model.
    open var modelFile = ExternalFile()
    /// The processor.
    open var computeSettings = ComputeSettings()

    /// A copy that later changes do not reach.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = BaseOptions()
        copy.modelFile = modelFile.copy() as? ExternalFile ?? modelFile
        copy.computeSettings = computeSettings.copy() as? ComputeSettings ?? computeSettings
        return copy
    }
}
