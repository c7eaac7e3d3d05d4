@_exported public import MLKitCommon
import SightDropIn

#if canImport(ObjectiveC)
    import Foundation
#endif

/// A model that Firebase ML hosts.
///
/// Downloads need a `GoogleService-Info.plist` in the app. Firebase ML will be shut down on
/// 15 June 2027; see `HTTPModelSource`.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKFirebaseModelSource)
#endif
open class FirebaseModelSource: RemoteModelSource,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Names a model as the Firebase console does.
    public init(name: String) { super.init(RemoteModelReference(name: name, host: .firebase)) }
}
