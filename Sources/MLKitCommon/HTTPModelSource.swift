public import Foundation
import SightDropIn

/// A model at an address that answers with the file.
///
/// Not in ML Kit.
///
/// The way out when Firebase ML is shut down in June 2027: a file in Cloud Storage or on any web
/// server does.
open class HTTPModelSource: RemoteModelSource,
    @unchecked Sendable  // an open class; it adds no stored property
{
    /// Names a model.
    ///
    /// - Parameters:
    ///   - name: also the name of the stored file; not empty.
    ///   - url: an `https` address.
    public init(name: String, url: URL) {
        super.init(RemoteModelReference(name: name, host: .address(url)))
    }
}
