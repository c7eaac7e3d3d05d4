import Foundation
import SightModels

extension ModelOrigin {
    /// The parameters of signed addresses that storage services renew while the file stays the
    /// same.
    ///
    /// - Source: signed addresses of CloudFront, of Amazon S3 (version 2), of Google's Cloud
    ///   Storage (version 2), of Alibaba's OSS (version 1) and of Akamai; the download token of
    ///   Firebase's Cloud Storage.
    private static let renewed: Set<String> = [
        "awsaccesskeyid", "expires", "googleaccessid", "hdnea", "hdnts", "key-pair-id",
        "ossaccesskeyid", "policy", "security-token", "signature", "token",
    ]
    /// The first characters of such parameters in later versions of the signatures.
    private static let renewedPrefixes = ["x-amz-", "x-cos-", "x-goog-", "x-oss-"]
    /// The parameters of other signatures, by the one that each of these signatures has: the shared
    /// access signature of Azure, and the signature of Tencent's COS.
    ///
    /// Their names are so short that other servers may select a file with them.
    private static let marked: [String: Set<String>] = [
        "sig": [
            "se", "sig", "ske", "skoid", "sks", "skt", "sktid", "skv", "sp", "spr", "sr", "st",
            "sv",
        ],
        "q-signature": [
            "q-ak", "q-header-list", "q-key-time", "q-sign-algorithm", "q-sign-time",
            "q-signature", "q-url-param-list",
        ],
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
        let names = Set(items.map { $0.name })
        let signing = marked.filter { names.contains($0.key) }.values
        let selecting = items.filter { item in
            !renewed.contains(item.name)
                && !renewedPrefixes.contains { item.name.hasPrefix($0) }
                && !signing.contains { $0.contains(item.name) }
        }
        return selecting.map { $0.text }.joined(separator: "&")
    }
}
