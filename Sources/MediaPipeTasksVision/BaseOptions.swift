public import Foundation

/// The options of all tasks that concern the model.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPBaseOptions)
#endif
open class BaseOptions: NSObject, NSCopying {
    /// The absolute path of the model.
    open var modelAssetPath = ""
    /// Which processor runs the model; the CPU does, whatever is chosen.
    open var delegate = Delegate.CPU

    /// A copy that later changes do not reach.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = BaseOptions()
        copy.modelAssetPath = modelAssetPath
        copy.delegate = delegate
        return copy
    }
}
