import Foundation
import SightDropIn

/// Your own remote model.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCustomRemoteModel)
#endif
open class CustomRemoteModel: RemoteModel,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Makes a remote model from its source.
    public init(remoteModelSource: RemoteModelSource) { super.init(remoteModelSource.reference) }
}
