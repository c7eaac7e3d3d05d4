@_exported public import FirebaseMLCommon
import Foundation

/// Your own remote model.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRCustomRemoteModel)
#endif
open class CustomRemoteModel: RemoteModel,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Makes a remote model from its name in the Firebase console.
    public init(name: String) { super.init(named: name) }
}
