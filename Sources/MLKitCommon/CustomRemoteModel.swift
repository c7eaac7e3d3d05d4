import Foundation
import SightDropIn

/// A remote model of your own.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCustomRemoteModel)
#endif
open class CustomRemoteModel: RemoteModel,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Names a model by where it is hosted.
    public init(remoteModelSource: RemoteModelSource) { super.init(remoteModelSource.reference) }
}
