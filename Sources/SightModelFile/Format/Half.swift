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
        // After the shift, the exponent is 112 too small. The product corrects it, also for
        // subnormals.
        let value = Float(bitPattern: magnitude << 13) * 0x1p112
        return Float(bitPattern: value.bitPattern | sign)
    }

    /// The nearest binary16 number; of two equally near ones, the one with an even last bit.
    ///
    /// Numbers from 65,520 on become infinity.
    @inlinable
    package static func bits(_ value: Float) -> UInt16 {
        let sign = UInt16(truncatingIfNeeded: value.bitPattern >> 16) & 0x8000
        let magnitude = value.bitPattern & 0x7FFF_FFFF
        if magnitude > 0x7F80_0000 {  // NaN, which becomes quiet
            return sign | 0x7E00 | UInt16(truncatingIfNeeded: magnitude >> 13) & 0x3FF
        }
        if magnitude >= 0x477F_F000 { return sign | 0x7C00 }
        if magnitude < 0x3880_0000 {
            // The sum with ½ has the unit of subnormal numbers, 2⁻²⁴, in its last bit.
            let sum = Float(bitPattern: magnitude) + 0.5
            return sign | UInt16(truncatingIfNeeded: sum.bitPattern &- 0x3F00_0000)
        }
        let rounded = magnitude + 0xFFF + (magnitude >> 13 & 1)
        return sign | UInt16(truncatingIfNeeded: (rounded - (112 << 23)) >> 13)
    }
}
