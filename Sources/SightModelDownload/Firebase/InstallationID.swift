package import Foundation

/// The identifier of one installation of an app.
package enum InstallationID {
    /// Makes an identifier: 22 letters, digits, `-` and `_`, the first of them `c`, `d`, `e` or
    /// `f`.
    ///
    /// - Source: Firebase Installations: 0111 and the last four bits of a random UUID, then the
    ///   UUID's 16 bytes, as base64url; the first 22 characters.
    package static func make(_ uuid: UUID = UUID()) -> String {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        let first = 0x70 | (bytes[15] & 0x0f)
        let text = Data([first] + bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
        return String(text.prefix(22))
    }
}
