/// IEEE 754 binary16 without `Float16`, which Swift does not have on every platform.
package enum Half {
    /// The exact value of a binary16 bit pattern; a signaling NaN becomes a quiet one.
    @inlinable @inline(__always)
    package static func float(_ bits: UInt16) -> Float {
        let sign = UInt32(bits & 0x8000) << 16
        let magnitude = UInt32(bits & 0x7FFF)
        if magnitude >= 0x7C00 {
            let quiet: UInt32 = magnitude > 0x7C00 ? 0x40_0000 : 0
            return Float(bitPattern: sign | 0x7F80_0000 | quiet | (magnitude & 0x3FF) << 13)
        }
        // After the shift, the exponent is 112 too small. The product corrects it, also for subnormals.
        let value = Float(bitPattern: magnitude << 13) * 0x1p112
        return Float(bitPattern: value.bitPattern | sign)
    }
}
