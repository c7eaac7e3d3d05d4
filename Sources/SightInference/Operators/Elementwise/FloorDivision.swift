import Foundation

/// The quotient rounded toward minus infinity; divisors are checked before the loop.
struct IntegerFloorQuotient<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value {
        guard b != 0 else { return 0 }
        let quotient = a.dividedReportingOverflow(by: b).partialValue
        let remainder = a.remainderReportingOverflow(dividingBy: b).partialValue
        return remainder != 0 && (remainder < 0) != (b < 0) ? quotient &- 1 : quotient
    }
}

/// The remainder with the divisor's sign; divisors are checked before the loop.
struct IntegerFloorRemainder<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction
{
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value {
        guard b != 0 else { return 0 }
        let remainder = a.remainderReportingOverflow(dividingBy: b).partialValue
        return remainder != 0 && (remainder < 0) != (b < 0) ? remainder &+ b : remainder
    }
}

struct FloatFloorQuotient: BinaryFunction {
    func apply(_ a: Float, _ b: Float) -> Float { (a / b).rounded(.down) }
}

struct FloatFloorRemainder: BinaryFunction {
    func apply(_ a: Float, _ b: Float) -> Float {
        let remainder = fmodf(a, b)
        return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder
    }
}
