package import Foundation

/// A model that is not part of the app: its name and its host.
package struct RemoteModelReference: Hashable, Sendable {
    /// The host of a model.
    package enum Host: Hashable, Sendable {
        /// Firebase ML, under the name in Firebase's console.
        case firebase
        /// A web address that returns the file, and the SHA-256 in hexadecimal digits that the file
        /// must have, if known.
        case address(URL, sha256: String? = nil)
    }

    /// The name, which is also that of the stored file.
    package let name: String
    /// The host.
    package let host: Host

    /// Makes a reference.
    package init(name: String, host: Host) {
        self.name = name
        self.host = host
    }
}
