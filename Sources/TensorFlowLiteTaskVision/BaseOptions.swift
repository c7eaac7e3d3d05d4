public import Foundation

/// The options of every task: the model file and the processor.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLBaseOptions)
#endif
open class BaseOptions: NSObject, NSCopying {
    /// The model file.
    open var modelFile = ExternalFile()
    /// The settings of the processor.
    open var computeSettings = ComputeSettings()

    /// Makes an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = BaseOptions()
        copy.modelFile = modelFile.copy() as? ExternalFile ?? modelFile
        copy.computeSettings = computeSettings.copy() as? ComputeSettings ?? computeSettings
        return copy
    }
}
