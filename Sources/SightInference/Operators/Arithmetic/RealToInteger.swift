/// Conversions of real numbers to integers that cannot trap.
extension FixedWidthInteger {
    /// Creates the nearest integer, ties away from zero, saturated; NaN becomes 0.
    @inline(__always)
    init(roundingAway value: Float) {
        self.init(saturating: value.rounded(.toNearestOrAwayFromZero))
    }

    /// Creates the integer part, saturated; NaN becomes 0.
    @inline(__always)
    init(saturating value: Float) {
        if value >= Float(Self.max) {
            self = .max
        } else if value > Float(Self.min) {
            self = Self.fitsInt64 ? Self(truncatingIfNeeded: Int64(value)) : Self(value)
        } else {
            self = value.isNaN ? 0 : .min
        }
    }

    /// Creates the integer part, saturated; NaN becomes 0.
    @inline(__always)
    init(saturating value: Double) {
        if value >= Double(Self.max) {
            self = .max
        } else if value > Double(Self.min) {
            self = Self.fitsInt64 ? Self(truncatingIfNeeded: Int64(value)) : Self(value)
        } else {
            self = value.isNaN ? 0 : .min
        }
    }

    /// Whether `Int64` has all values.
    ///
    /// The conversion to `Int64` is one instruction; that to a generic type calls a general
    /// routine.
    @inline(__always)
    private static var fitsInt64: Bool { isSigned ? bitWidth <= 64 : bitWidth < 64 }
}
