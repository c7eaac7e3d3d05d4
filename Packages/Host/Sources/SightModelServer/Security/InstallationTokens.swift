import Foundation

/// The signed tokens of installations, which are checked without the database.
package struct InstallationTokens: Sendable {
    /// The lifetime of a token in seconds: a week, as with Firebase.
    package static let lifetime = 604_800

    private let key: String

    /// Prepares to make and check tokens with a signing key.
    package init(key: String) { self.key = key }

    /// Makes a token for an installation.
    package func make(_ fid: String, now: Date = Date()) -> String {
        let expires = Int(now.timeIntervalSince1970) + Self.lifetime
        let text = "\(fid).\(expires)"
        return "\(text).\(Secrets.sign("installation." + text, key: key))"
    }

    /// The installation that a token belongs to; `nil` for a forged or expired token.
    package func installation(of token: String, now: Date = Date()) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let expires = Int(parts[1]),
            Secrets.equal(
                String(parts[2]), Secrets.sign("installation.\(parts[0]).\(parts[1])", key: key)),
            expires > Int(now.timeIntervalSince1970)
        else { return nil }
        return String(parts[0])
    }

    /// The signature for the download address of a model file.
    package func sign(_ digest: String, _ model: String, _ version: Int, _ expires: Int) -> String {
        Secrets.sign("blob.\(digest).\(model).\(version).\(expires)", key: key)
    }
}
