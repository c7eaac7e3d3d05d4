import SightModelFile
import SightTensor

/// An element of StableHLO arithmetic; integers wrap.
protocol StablehloNumber: Comparable, BitwiseCopyable, Sendable, ExpressibleByIntegerLiteral {
    func adding(wrapping other: Self) -> Self
    func multiplied(wrapping other: Self) -> Self
}

extension Float: StablehloNumber {
    func adding(wrapping other: Float) -> Float { self + other }
    func multiplied(wrapping other: Float) -> Float { self * other }
}

extension FixedWidthInteger where Self: StablehloNumber {
    func adding(wrapping other: Self) -> Self { self &+ other }
    func multiplied(wrapping other: Self) -> Self { self &* other }
}

extension Int8: StablehloNumber {}
extension Int16: StablehloNumber {}
extension Int32: StablehloNumber {}
extension Int64: StablehloNumber {}
extension UInt8: StablehloNumber {}
extension UInt16: StablehloNumber {}
extension UInt32: StablehloNumber {}
extension UInt64: StablehloNumber {}

/// A function of two numbers.
protocol Combination: SendableMetatype {
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number
}

/// An operator of StableHLO on two tensors of one shape.
///
/// float32, and integers without quantization.
/// - Source: StableHLO specification; TensorFlow Lite `stablehlo_elementwise`.
protocol StablehloBinaryOperator: Operator, Combination {}

private struct StablehloFunction<
    Number: StablehloNumber, Function: StablehloBinaryOperator
>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Number, _ b: Number) -> Number { Function.apply(a, b) }
}

extension StablehloBinaryOperator {
    static var versions: ClosedRange<Int> { 1...1 }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b) = (try node.input(0), try node.input(1))
        try node.expectSameType(a, b, node.output(0))
        guard a.shape == b.shape else { throw node.fail("shapes \(a.shape) and \(b.shape) differ") }
        switch a.elementType {
        case .float32: return try loop(node, Float.self)
        case .int8: return try loop(node, Int8.self)
        case .int16: return try loop(node, Int16.self)
        case .int32: return try loop(node, Int32.self)
        case .int64: return try loop(node, Int64.self)
        case .uint8: return try loop(node, UInt8.self)
        case .uint16: return try loop(node, UInt16.self)
        case .uint32: return try loop(node, UInt32.self)
        case .uint64: return try loop(node, UInt64.self)
        default: throw node.unsupported(a)
        }
    }

    private static func loop<Number: StablehloNumber>(_ node: Preparation, _: Number.Type)
        throws(ModelError) -> any PreparedOperator
    {
        try node.elementwise(StablehloFunction<Number, Self>())
    }
}

/// STABLEHLO_ADD: the sum of two tensors of one shape.
enum StablehloAdd: StablehloBinaryOperator {
    static let code = OperatorCode.builtin(.stablehloAdd)

    @inline(__always)
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number {
        a.adding(wrapping: b)
    }
}

/// STABLEHLO_MULTIPLY: the product of two tensors of one shape.
enum StablehloMultiply: StablehloBinaryOperator {
    static let code = OperatorCode.builtin(.stablehloMultiply)

    @inline(__always)
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number {
        a.multiplied(wrapping: b)
    }
}

/// STABLEHLO_MAXIMUM: the larger of two tensors of one shape; the first one if either is NaN.
enum StablehloMaximum: StablehloBinaryOperator {
    static let code = OperatorCode.builtin(.stablehloMaximum)

    @inline(__always)
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number { a < b ? b : a }
}

/// STABLEHLO_MINIMUM: the smaller of two tensors of one shape; the first one if either is NaN.
enum StablehloMinimum: StablehloBinaryOperator {
    static let code = OperatorCode.builtin(.stablehloMinimum)

    @inline(__always)
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number { b < a ? b : a }
}
