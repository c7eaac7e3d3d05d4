public import Foundation

/// A file on the device.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLExternalFile)
#endif
open class ExternalFile: NSObject {
    /// The absolute path.
    open var filePath = ""
}
