/// A float function of two operands, then a clamp.
///
/// The closure types below are structs so that each loop is compiled for its function.
struct FloatAddition: BinaryFunction {
    let range: ClosedRange<Float>
    @inline(__always)
    func apply(_ a: Float, _ b: Float) -> Float { clamp(a + b, range.lowerBound, range.upperBound) }
}

struct FloatSubtraction: BinaryFunction {
    let range: ClosedRange<Float>
    @inline(__always)
    func apply(_ a: Float, _ b: Float) -> Float { clamp(a - b, range.lowerBound, range.upperBound) }
}

struct FloatMultiplication: BinaryFunction {
    let range: ClosedRange<Float>
    @inline(__always)
    func apply(_ a: Float, _ b: Float) -> Float { clamp(a * b, range.lowerBound, range.upperBound) }
}

struct FloatDivision: BinaryFunction {
    let range: ClosedRange<Float>
    @inline(__always)
    func apply(_ a: Float, _ b: Float) -> Float { clamp(a / b, range.lowerBound, range.upperBound) }
}
