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

    /// Unpacks the values to one byte each; positions that `bytes` lacks keep their values.
    package func unpack(
        _ bytes: UnsafeRawBufferPointer, to target: UnsafeMutableBufferPointer<Int8>
    ) {
        guard let source = bytes.baseAddress else { return }
        for i in 0..<min(target.count, bytes.count * 8 / bitWidth) { target[i] = value(source, i) }
    }
}
