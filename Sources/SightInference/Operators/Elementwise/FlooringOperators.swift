import Foundation
import SightModelFile
import SightTensor

/// An operator on quotients that are rounded toward minus infinity, with broadcasting.
///
/// float32, int8, int16, int32, int64. Integers may not divide by 0.
protocol FlooringOperator: Operator {
    static func apply(_ a: Float, _ b: Float) -> Float
    /// Returns the result for integers.
    ///
    /// - Precondition: `b` is not 0.
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value
}

/// The operator on real numbers.
private struct RealFlooring<Function: FlooringOperator>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Float, _ b: Float) -> Float { Function.apply(a, b) }
}

/// The operator on integers; divisors are checked before the loop.
private struct IntegerFlooring<
    Function: FlooringOperator, Value: FixedWidthInteger & BitwiseCopyable & Sendable
>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value { b == 0 ? 0 : Function.apply(a, b) }
}

extension FlooringOperator {
    static var versions: ClosedRange<Int> { 1...3 }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b) = (try node.input(0), try node.input(1))
        try node.expectSameType(a, b, node.output(0))
        switch a.elementType {
        case .float32: return try node.elementwise(RealFlooring<Self>())
        case .int8: return try integer(b, node, Int8.self)
        case .int16: return try integer(b, node, Int16.self)
        case .int32: return try integer(b, node, Int32.self)
        case .int64: return try integer(b, node, Int64.self)
        default: throw node.unsupported(a)
        }
    }

    private static func integer<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ divisor: TensorSpec, _ node: Preparation, _: Value.Type
    ) throws(ModelError) -> any PreparedOperator {
        node.addPhase(DivisorCheck<Value>(divisor: divisor, zero: 0, place: node.place))
        return try node.elementwise(IntegerFlooring<Self, Value>())
    }
}

/// FLOOR_DIV: the quotient rounded toward minus infinity.
///
/// - Source: TensorFlow Lite `floor_div`.
enum FloorDiv: FlooringOperator {
    static let code = OperatorCode.builtin(.floorDiv)

    @inline(__always)
    static func apply(_ a: Float, _ b: Float) -> Float { (a / b).rounded(.down) }

    @inline(__always)
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value {
        let quotient = a.dividedReportingOverflow(by: b).partialValue
        let remainder = a.remainderReportingOverflow(dividingBy: b).partialValue
        return remainder != 0 && (remainder < 0) != (b < 0) ? quotient &- 1 : quotient
    }
}

/// FLOOR_MOD: the remainder with the sign of the divisor.
///
/// - Source: TensorFlow Lite `floor_mod`.
enum FloorMod: FlooringOperator {
    static let code = OperatorCode.builtin(.floorMod)

    @inline(__always)
    static func apply(_ a: Float, _ b: Float) -> Float {
        let remainder = fmodf(a, b)
        return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder
    }

    @inline(__always)
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value {
        let remainder = a.remainderReportingOverflow(dividingBy: b).partialValue
        return remainder != 0 && (remainder < 0) != (b < 0) ? remainder &+ b : remainder
    }
}

/// Throws if a divisor in a tensor is zero; it runs before the division.
struct DivisorCheck<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: PreparedOperator {
    let divisor: TensorSpec
    /// The stored value that represents zero.
    let zero: Value
    let place: String

    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError) {
        let values = memory.elements(divisor.slot, as: Value.self)
        var found = false
        for i in 0..<divisor.shape.elementCount { found = found || values[i] == zero }
        guard found else { return }
        throw ModelError(.outOfRange, "\(place): \"\(divisor.name)\" divides by 0")
    }
}
