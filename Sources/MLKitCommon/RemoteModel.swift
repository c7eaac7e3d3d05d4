public import Foundation
package import SightDropIn

/// A model that the app downloads.
///
/// Two remote models are equal if they have the same class, name and host.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKRemoteModel)
#endif
open class RemoteModel: NSObject,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// The model's name and host.
    package let reference: RemoteModelReference

    /// The model's name; for Firebase, the name in its console.
    public var name: String { reference.name }

    package init(_ reference: RemoteModelReference) { self.reference = reference }

    /// Whether two models are of the same class and have the same name and host.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RemoteModel else { return false }
        return type(of: other) == type(of: self) && other.reference == reference
    }

    /// A hash of the model's name and host.
    open override var hash: Int { reference.hashValue }
}
