import ModelFixtures

/// Damages the bytes of a file like storage, networks and attackers.
struct ModelMutator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A copy with one to four changes.
    mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            change(&bytes)
        }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let position = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[position] = UInt8.random(in: 0...255, using: &generator)
        case 2: bytes[position] = pick([0, 1, 0x7F, 0x80, 0xFE, 0xFF])
        case 3, 4:
            let word = interesting(bytes.count)
            for (offset, byte) in word.littleEndianBytes.enumerated() {
                let target = position / 4 * 4 + offset
                if target < bytes.count { bytes[target] = byte }
            }
        default:
            let other = Int.random(in: bytes.indices, using: &generator)
            for offset in 0..<8
            where max(position, other) + offset < bytes.count {
                bytes[position + offset] = bytes[other + offset]
            }
        }
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    /// A number that breaks sums and products when it is an offset, an extent or a count.
    private mutating func interesting(_ byteCount: Int) -> UInt32 {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: pick([0, 1, 2, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
        case 1: UInt32.random(in: 0..<64, using: &generator)
        case 2: UInt32.random(in: 0..<UInt32(byteCount + 16), using: &generator)
        case 3: 1 << UInt32.random(in: 0..<32, using: &generator)
        default: UInt32.random(in: .min ... .max, using: &generator)
        }
    }
}
