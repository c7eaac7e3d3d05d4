public import Foundation
package import SightDropIn

/// A model that the app downloads.
///
/// Two remote models are equal if they have the same class and name.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRRemoteModel)
#endif
open class RemoteModel: NSObject,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// The model's name in the Firebase console.
    public let name: String

    package init(named name: String) { self.name = name }

    /// The model's name and host.
    package var reference: RemoteModelReference {
        RemoteModelReference(name: name, host: .firebase)
    }

    /// Whether two models are of the same class and have the same name.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RemoteModel else { return false }
        return type(of: other) == type(of: self) && other.name == name
    }

    /// A hash of the name.
    open override var hash: Int { name.hashValue }
}
