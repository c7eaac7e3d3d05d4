/// Sums of integers without quantization, which wrap on overflow.
struct IntegerAddition<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let low: Value
    let high: Value
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value { clamp(a &+ b, low, high) }
}

struct IntegerSubtraction<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let low: Value
    let high: Value
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value { clamp(a &- b, low, high) }
}

struct IntegerMultiplication<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction
{
    let low: Value
    let high: Value
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value { clamp(a &* b, low, high) }
}

/// Quotients, rounded toward zero; divisors are checked before the loop.
struct IntegerDivision<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let low: Value
    let high: Value
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value {
        clamp(b == 0 ? 0 : a.dividedReportingOverflow(by: b).partialValue, low, high)
    }
}
