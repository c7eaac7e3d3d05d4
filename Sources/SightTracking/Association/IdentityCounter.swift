/// Hands out identities: 1, 2, 3 and so on, never the same twice.
struct IdentityCounter: Sendable {
    private var latest = 0

    /// The next identity.
    mutating func next() -> Int {
        latest += 1
        return latest
    }
}
