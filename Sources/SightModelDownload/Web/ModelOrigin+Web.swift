import Foundation
import SightModels

extension ModelOrigin {
    /// The parameters of signed addresses that storage services renew while the file stays the
    /// same.
    ///
    /// - Source: signed addresses of CloudFront, of Amazon S3 (version 2) and of Google's Cloud
    ///   Storage (version 2); the download token of Firebase's Cloud Storage.
    private static let renewed: Set<String> = [
        "awsaccesskeyid", "expires", "googleaccessid", "key-pair-id", "policy", "signature",
        "token",
    ]
    /// The first characters of such parameters in version 4 of the signatures.
    private static let renewedPrefixes = ["x-amz-", "x-goog-"]
    /// The parameters of a shared access signature of Azure, of which `sig` is always one.
    ///
    /// Their names are so short that other servers may select a file with them.
    private static let azure: Set<String> = [
        "se", "sig", "ske", "skoid", "sks", "skt", "sktid", "skv", "sp", "spr", "sr", "st", "sv",
    ]

    /// Makes the origin of a source with a web address.
    ///
    /// The scheme, the host, the port, the path and the query are parts, but not the parameters of
    /// signed addresses.
    ///
    /// - Parameters:
    ///   - kind: the kind of the source.
    ///   - url: the address.
    ///   - parts: the texts that select a model at the address, if any.
    init(_ kind: String, _ url: URL, _ parts: [String] = []) {
        let address = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let path = address?.percentEncodedPath ?? url.absoluteString
        let query = Self.selection(address?.percentEncodedQuery ?? "")
        let place = HTTPClient.origin(url) + [path.isEmpty ? "/" : path, query]
        self.init([kind] + place + parts)
    }

    /// Returns a query without the parameters of signed addresses.
    private static func selection(_ query: String) -> String {
        let items = query.split(separator: "&").map { item in
            (name: item.prefix { $0 != "=" }.lowercased(), text: item)
        }
        let isAzure = items.contains { $0.name == "sig" }
        let selecting = items.filter { item in
            !renewed.contains(item.name)
                && !renewedPrefixes.contains { item.name.hasPrefix($0) }
                && !(isAzure && azure.contains(item.name))
        }
        return selecting.map { $0.text }.joined(separator: "&")
    }
}
