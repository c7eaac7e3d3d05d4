import Foundation
import SightDropIn

/// A remote model of your own.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCustomRemoteModel)
#endif
open class CustomRemoteModel: RemoteModel,
    @unchecked Sendable  // open: subclasses are not checked, this adds no state
{
    /// Names a model by where it is hosted.
    public init(remoteModelSource: RemoteModelSource) { super.init(remoteModelSource.reference) }
}
