/// Signed integers of two or four bits, several in each byte, the first in the lowest bits.
///
/// - Source: `INT2` and `INT4` of the TensorFlow Lite schema.
package struct PackedIntegers: Sendable {
    private let bitWidth: Int

    /// Selects the packing of a type; `nil` if its elements have whole bytes.
    package init?(_ type: ElementType) {
        guard let bits = type.bitWidth, bits < 8 else { return nil }
        bitWidth = bits
    }

    /// Returns the value at a position.
    @inline(__always)
    package func value(_ bytes: UnsafeRawPointer, _ position: Int) -> Int8 {
        let bit = position &* bitWidth
        let byte = bytes.load(fromByteOffset: bit >> 3, as: Int8.self)
        return (byte << (8 &- bitWidth &- (bit & 7))) >> (8 &- bitWidth)
    }

    /// Unpacks the values from a position on to one byte each.
    ///
    /// - Precondition: `bytes` has as many values as `target`.
    package func unpack(
        _ bytes: UnsafeRawPointer, from first: Int = 0, to target: UnsafeMutableBufferPointer<Int8>
    ) {
        guard bitWidth == 4, first & 1 == 0, let start = target.baseAddress else {
            for i in target.indices { target[i] = value(bytes, first + i) }
            return
        }
        let pairs = bytes + (first >> 1)
        for pair in 0..<(target.count / 2) {
            let byte = pairs.load(fromByteOffset: pair, as: Int8.self)
            start[2 &* pair] = (byte << 4) >> 4
            start[2 &* pair &+ 1] = byte >> 4
        }
        if target.count & 1 == 1, let last = target.indices.last {
            target[last] = value(bytes, first + last)
        }
    }
}
