/// IEEE 754 binary16 without the language's type, which not every processor has.
package enum Half {
    /// The exact value of a binary16 bit pattern.
    @inlinable @inline(__always)
    package static func float(_ bits: UInt16) -> Float {
        let sign = UInt32(bits & 0x8000) << 16
        let magnitude = UInt32(bits & 0x7FFF)
        if magnitude >= 0x7C00 {
            return Float(bitPattern: sign | 0x7F80_0000 | (magnitude & 0x3FF) << 13)
        }
        // Shifted into place the exponent is 112 too small; the product also mends subnormals.
        let value = Float(bitPattern: magnitude << 13) * 0x1p112
        return Float(bitPattern: value.bitPattern | sign)
    }
}
