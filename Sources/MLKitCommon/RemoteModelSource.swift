public import Foundation
package import SightDropIn

/// The host of a remote model: a `FirebaseModelSource` or an ``HTTPModelSource``.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKRemoteModelSource)
#endif
open class RemoteModelSource: NSObject,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// The model's name and host.
    package let reference: RemoteModelReference

    package init(_ reference: RemoteModelReference) { self.reference = reference }

    /// Whether two sources have the same class, name and host.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RemoteModelSource else { return false }
        return type(of: other) == type(of: self) && other.reference == reference
    }

    /// A hash of the model's name and host.
    open override var hash: Int { reference.hashValue }
}
