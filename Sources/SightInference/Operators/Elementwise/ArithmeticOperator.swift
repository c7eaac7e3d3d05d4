import SightModelFile
import SightTensor

/// An operator on two tensors with broadcasting and a clamp: ADD, SUB or MUL.
///
/// float32, int32, int64 and quantized uint8, int8, int16.
protocol ArithmeticOperator: Operator {
    /// An integer type of stored elements.
    typealias Whole = FixedWidthInteger & BitwiseCopyable & Sendable

    /// Prepares the function for real numbers.
    static func reals(_ range: ClosedRange<Float>, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    /// Prepares the function for integers without quantization.
    static func integers<Value: Whole>(_ range: ClosedRange<Value>, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    /// Prepares the function for quantized integers.
    static func quantized(_ operands: QuantizedOperands, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
}

/// The quantization of two operands and their result, and the range of the stored result.
struct QuantizedOperands {
    let a: Affine
    let b: Affine
    let output: Affine
    let range: ClosedRange<Int32>
    /// The type of all three: uint8, int8 or int16.
    let elementType: ElementType
    /// Whether ADD or SUB of int16 aligns its operands by a shift if all scales are powers of two.
    let shiftsScales: Bool
}

extension ArithmeticOperator {
    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b) = (try node.input(0), try node.input(1))
        try node.expectSameType(a, b)
        try node.setType(0, a.elementType)
        let arithmetic = try ArithmeticOptions(options)
        let activation = try FusedActivation(arithmetic.activation, node)
        switch a.elementType {
        case .float32:
            return try reals(node.epilogue(after: activation.range, adds: false).range, node)
        case .int32: return try integers(activation.integers(Int32.self), node)
        case .int64: return try integers(activation.integers(Int64.self), node)
        case .uint8, .int8, .int16:
            return try quantized(operands(activation, arithmetic, node), node)
        default: throw node.unsupported(a)
        }
    }

    private static func operands(
        _ activation: FusedActivation, _ options: ArithmeticOptions, _ node: Preparation
    ) throws(ModelError) -> QuantizedOperands {
        let output = try node.output(0)
        let affine = try node.affine(output)
        return QuantizedOperands(
            a: try node.affine(node.input(0)), b: try node.affine(node.input(1)), output: affine,
            range: activation.quantized(output, affine), elementType: output.elementType,
            shiftsScales: options.shiftsScales)
    }
}
