public import Foundation

/// A file on the device.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLExternalFile)
#endif
open class ExternalFile: NSObject, NSCopying {
    /// The absolute path.
    open var filePath = ""

    /// Makes an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ExternalFile()
        copy.filePath = filePath
        return copy
    }
}
