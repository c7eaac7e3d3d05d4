public import FirebaseMLCommon
import Foundation

/// A model file of your own on the device.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRCustomLocalModel)
#endif
open class CustomLocalModel: LocalModel,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Names a file by its absolute path; nothing is checked before it is read.
    public init(modelPath: String) { super.init(at: modelPath) }
}
