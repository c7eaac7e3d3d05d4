/// Checks the shared secret that clients send.
enum Token {
    /// Whether a header is `Bearer` and the token, compared in constant time.
    static func matches(_ header: String?, _ token: String) -> Bool {
        guard let header, header.lowercased().hasPrefix("bearer ") else { return false }
        let (shown, wanted) = (Array(header.dropFirst(7).utf8), Array(token.utf8))
        var difference = UInt8(shown.count == wanted.count ? 0 : 1)
        for (index, byte) in wanted.enumerated() {
            difference |= byte ^ (index < shown.count ? shown[index] : 0)
        }
        return difference == 0
    }
}
