import SightModelFile
import SightTensor

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
        return try node.prepare(StablehloElementwise<Self>(), for: a)
    }
}

private struct StablehloElementwise<Function: StablehloBinaryOperator>: NumberLoop {
    func prepare<Number: StablehloNumber>(_: Number.Type, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.elementwise(StablehloFunction<Number, Function>())
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
