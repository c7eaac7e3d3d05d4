@_exported public import MLKitCommon
import SightDropIn

#if canImport(ObjectiveC)
    import Foundation
#endif

/// A model that Firebase ML hosts.
///
/// Downloads need a `GoogleService-Info.plist` in the app. Firebase ML will be shut down on
/// 15 June 2027; see ``HTTPModelSource``.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKFirebaseModelSource)
#endif
open class FirebaseModelSource: RemoteModelSource,
    @unchecked Sendable  // open: subclasses are not checked, this adds no state
{
    /// Names a model as the Firebase console does.
    public init(name: String) { super.init(RemoteModelReference(name: name, host: .firebase)) }
}
