/// Generates identities: 1, 2, 3 and so on, without repetitions.
struct IdentityCounter: Sendable {
    private var latest = 0

    /// Returns the next identity.
    mutating func next() -> Int {
        latest += 1
        return latest
    }
}
