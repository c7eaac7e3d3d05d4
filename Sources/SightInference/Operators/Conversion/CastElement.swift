import SightModelFile

/// An element that CAST reads or writes, exact as a double or as a 64-bit integer.
protocol CastElement: BitwiseCopyable, Sendable {
    /// Converts another element without trapping.
    init(cast source: some CastElement)
    /// The value as an integer; `nil` for types of real numbers.
    var integer: Int64? { get }
    /// The value as a real number.
    var real: Double { get }
}

extension CastElement where Self: FixedWidthInteger {
    @inline(__always)
    init(cast source: some CastElement) {
        self =
            source.integer.map { Self(truncatingIfNeeded: $0) } ?? Self(saturating: source.real)
    }
    @inline(__always)
    var integer: Int64? { Int64(truncatingIfNeeded: self) }
    @inline(__always)
    var real: Double { Double(self) }
}

extension Int8: CastElement {}
extension UInt8: CastElement {}
extension Int16: CastElement {}
extension UInt16: CastElement {}
extension Int32: CastElement {}
extension UInt32: CastElement {}
extension Int64: CastElement {}

extension Float: CastElement {
    @inline(__always)
    init(cast source: some CastElement) {
        self = source.integer.map { Float($0) } ?? Float(source.real)
    }
    var integer: Int64? { nil }
    var real: Double { Double(self) }
}

extension Double: CastElement {
    @inline(__always)
    init(cast source: some CastElement) { self = source.real }
    var integer: Int64? { nil }
    var real: Double { self }
}

/// A Boolean, stored in one byte.
struct BoolElement: CastElement {
    private let byte: UInt8
    @inline(__always)
    init(cast source: some CastElement) {
        byte = source.integer.map { $0 != 0 } ?? (source.real != 0) ? 1 : 0
    }
    var integer: Int64? { byte == 0 ? 0 : 1 }
    var real: Double { byte == 0 ? 0 : 1 }
}

/// A binary16 number.
///
/// Other numbers become floats before they are rounded to one.
struct HalfElement: CastElement {
    private let bits: UInt16
    @inline(__always)
    init(cast source: some CastElement) { bits = Half.bits(Float(cast: source)) }
    var integer: Int64? { nil }
    var real: Double { Double(Half.float(bits)) }
}

/// A complex number of two floats, whose imaginary part is lost or zero.
struct ComplexElement: CastElement {
    private let parts: SIMD2<Float>
    @inline(__always)
    init(cast source: some CastElement) { parts = [Float(cast: source), 0] }
    var integer: Int64? { nil }
    var real: Double { Double(parts.x) }
}
