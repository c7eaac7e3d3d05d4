public import Foundation

/// A model file on the device, the base class of `CustomLocalModel`.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRLocalModel)
#endif
open class LocalModel: NSObject,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// The absolute path of the file.
    public let path: String

    package init(at path: String) { self.path = path }
}
