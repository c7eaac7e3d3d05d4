import Foundation

/// The text of an address for reports and errors, without passwords, tokens and keys.
///
/// Users type passwords with characters that an address should encode, and clients disagree where
/// such a password ends. The text therefore hides too much rather than too little.
enum MaskedAddress {
    /// Parts of the names whose values are secret.
    private static let secretWords = [
        "token", "pas", "pw", "psw", "psk", "key", "auth", "cred", "secret", "signature", "jwt",
        "hmac",
    ]

    /// Returns an address in which `…` stands for each secret.
    static func text(_ address: String) -> String {
        guard let scheme = address.range(of: "://") else { return address }
        var rest = address[scheme.upperBound...]
        var shown = String(address[..<scheme.upperBound])
        if let end = endOfPassword(rest) {
            shown += "…"
            rest = rest[end...]
        }
        return shown + withoutSecretValues(rest)
    }

    /// Returns the position of the `@` after the user's name and password, which may contain
    /// further `@` and `/`.
    private static func endOfPassword(_ rest: Substring) -> Substring.Index? {
        let authority = rest.prefix { !"/?#".contains($0) }
        guard authority.contains(where: "@:".contains) else { return nil }
        if let at = rest.prefix(while: { !"?#".contains($0) }).lastIndex(of: "@") { return at }
        // After a host, only a number may follow the colon, and then a path; other text begins a
        // password.
        let next = rest[authority.endIndex...].first
        guard !authority.hasSuffix("]"), let colon = authority.lastIndex(of: ":"),
            next == "#" || next == "?"
                || !authority[colon...].dropFirst().allSatisfy(\.isNumber)
        else { return nil }
        return rest.lastIndex(of: "@")
    }

    /// Cameras take names and values after a `?`, and some also in the path.
    private static func withoutSecretValues(_ text: Substring) -> String {
        var shown = ""
        var rest = text
        var separators = "/?&;"
        while !rest.isEmpty {
            let part = rest.prefix { !separators.contains($0) }
            shown += withoutSecretValue(part)
            rest = rest[part.endIndex...]
            // A value after the `?` may contain a slash.
            if rest.first == "?" { separators = "&;" }
            shown += rest.prefix(1)
            rest = rest.dropFirst()
        }
        return shown
    }

    private static func withoutSecretValue(_ part: Substring) -> Substring {
        for equals in part.indices where part[equals] == "=" {
            let name = part[..<equals].lowercased()
            let value = part.index(after: equals)
            if value < part.endIndex, name == "sig" || secretWords.contains(where: name.contains) {
                return part[..<value] + "…"
            }
        }
        return part
    }
}
