@_exported public import FirebaseMLCommon
import Foundation

/// A remote model of your own.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRCustomRemoteModel)
#endif
open class CustomRemoteModel: RemoteModel,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Names a model as the Firebase console does.
    public init(name: String) { super.init(named: name) }
}
