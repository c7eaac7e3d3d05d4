public import Foundation
import SightDropIn

/// A source that downloads a model file from an HTTPS address.
///
/// Not in ML Kit.
///
/// It replaces Firebase ML, which Google shuts down in June 2027: put the file into Cloud Storage
/// or on any web server.
#if canImport(ObjectiveC)
    @objcMembers @objc(SightHTTPModelSource)
#endif
open class HTTPModelSource: RemoteModelSource,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Makes a source.
    ///
    /// - Parameters:
    ///   - name: the name of the model and of the stored file; not empty.
    ///   - url: an `https` address.
    public init(name: String, url: URL) {
        super.init(RemoteModelReference(name: name, host: .address(url)))
    }

    /// Makes a source of one particular file.
    ///
    /// A downloaded file with another SHA-256 is not installed, and an installed one is not used.
    /// Release the app with another SHA-256 to change the model.
    ///
    /// - Parameters:
    ///   - name: the name of the model and of the stored file; not empty.
    ///   - url: an `https` address.
    ///   - sha256: the SHA-256 of the file as 64 hexadecimal digits. The download of a source with
    ///     another text fails.
    public init(name: String, url: URL, sha256: String) {
        super.init(RemoteModelReference(name: name, host: .address(url, sha256: sha256)))
    }
}
