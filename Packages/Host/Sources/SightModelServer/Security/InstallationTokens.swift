import Foundation

/// The tokens that installations show: signed, so that no request needs the database for them.
package struct InstallationTokens: Sendable {
    /// Seconds that a token is valid, as with Firebase: a week.
    package static let lifetime = 604_800

    private let key: String

    /// Makes and checks tokens with a key.
    package init(key: String) { self.key = key }

    /// A token for an installation.
    package func make(_ fid: String, now: Date = Date()) -> String {
        let expires = Int(now.timeIntervalSince1970) + Self.lifetime
        let text = "\(fid).\(expires)"
        return "\(text).\(Secrets.sign("installation." + text, key: key))"
    }

    /// The installation that a token belongs to; `nil` for forged and expired ones.
    package func installation(of token: String, now: Date = Date()) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let expires = Int(parts[1]),
            Secrets.equal(
                String(parts[2]), Secrets.sign("installation.\(parts[0]).\(parts[1])", key: key)),
            expires > Int(now.timeIntervalSince1970)
        else { return nil }
        return String(parts[0])
    }

    /// The signature of an address for a model's bytes.
    package func sign(_ digest: String, _ model: String, _ version: Int, _ expires: Int) -> String {
        Secrets.sign("blob.\(digest).\(model).\(version).\(expires)", key: key)
    }
}
