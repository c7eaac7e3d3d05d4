package import Foundation

/// A model that is not in the app: its name and where it is hosted.
package struct RemoteModelReference: Hashable, Sendable {
    /// Where a model is hosted.
    package enum Host: Hashable, Sendable {
        /// Firebase ML, under the name given in its console.
        case firebase
        /// An address that answers with the file.
        case address(URL)
    }

    /// The name; also that of the stored file.
    package let name: String
    /// Where it is hosted.
    package let host: Host

    /// Makes a reference.
    package init(name: String, host: Host) {
        self.name = name
        self.host = host
    }
}
