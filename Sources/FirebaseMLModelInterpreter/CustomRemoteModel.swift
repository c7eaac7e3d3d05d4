@_exported public import FirebaseMLCommon
import Foundation

/// A remote model of your own.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRCustomRemoteModel)
#endif
open class CustomRemoteModel: RemoteModel,
    @unchecked Sendable  // open: subclasses are not checked, this adds no state
{
    /// Names a model as the Firebase console does.
    public init(name: String) { super.init(named: name) }
}
