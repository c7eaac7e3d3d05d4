/// An endless sequence of random bits, which depends only on its seeds.
///
/// - Source: Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011: Philox 4×32 with
///   ten rounds.
struct RandomStream {
    private var counter: SIMD4<UInt32>
    private let key: SIMD2<UInt32>

    /// Creates the stream of two seeds; if both are 0, the system chooses random seeds.
    init(_ seed: Int64, _ second: Int64) {
        var seeds = [UInt64(bitPattern: seed), UInt64(bitPattern: second)]
        if seed == 0, second == 0 { seeds = seeds.map { _ in UInt64.random(in: 0 ... .max) } }
        func halves(_ value: UInt64) -> (UInt32, UInt32) {
            (UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32))
        }
        let (low, high) = halves(seeds[0])
        key = SIMD2(low, high)
        let (third, fourth) = halves(seeds[1])
        counter = SIMD4(0, 0, third, fourth)
    }

    /// Returns the current four words and advances.
    mutating func next() -> SIMD4<UInt32> {
        var (words, key) = (counter, key)
        for round in 0..<10 {
            if round > 0 { key &+= SIMD2(0x9E37_79B9, 0xBB67_AE85) }
            let first = words[0].multipliedFullWidth(by: 0xD251_1F53)
            let second = words[2].multipliedFullWidth(by: 0xCD9E_8D57)
            words = SIMD4(
                second.high ^ words[1] ^ key[0], second.low, first.high ^ words[3] ^ key[1],
                first.low)
        }
        skip(1)
        return words
    }

    /// Skips groups of four words.
    mutating func skip(_ count: UInt64) {
        let (low, overflow) = (UInt64(counter[1]) << 32 | UInt64(counter[0]))
            .addingReportingOverflow(count)
        counter[0] = UInt32(truncatingIfNeeded: low)
        counter[1] = UInt32(truncatingIfNeeded: low >> 32)
        guard overflow else { return }
        counter[2] &+= 1
        if counter[2] == 0 { counter[3] &+= 1 }
    }

    /// Returns a number in 0 ..< 1 from the lowest 23 bits of a word.
    static func fraction(_ word: UInt32) -> Float {
        Float(bitPattern: word & 0x7F_FFFF | 0x3F80_0000) - 1
    }
}

/// The name of a stream of random numbers: the node that uses it.
struct RandomStreamName: Hashable, Sendable {
    let subgraph: Int
    let node: Int
}
