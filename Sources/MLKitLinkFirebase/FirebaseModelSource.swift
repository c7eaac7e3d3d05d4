@_exported public import MLKitCommon
import SightDropIn

#if canImport(ObjectiveC)
    import Foundation
#endif

/// A model that Firebase ML hosts.
///
/// Downloads need a `GoogleService-Info.plist` in the app, or `FirebaseApp.configure(options:)` of
/// `SightFirebaseApp`. Firebase ML will be shut down on 15 June 2027; see `HTTPModelSource`.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKFirebaseModelSource)
#endif
open class FirebaseModelSource: RemoteModelSource,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Makes a source from the model's name in the Firebase console.
    public init(name: String) { super.init(RemoteModelReference(name: name, host: .firebase)) }
}
