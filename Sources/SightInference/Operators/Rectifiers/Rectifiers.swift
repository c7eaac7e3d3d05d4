import CSightKernels
import SightModelFile
import SightTensor

/// An operator that limits values to a fixed range of real numbers.
///
/// Elements are float32 or quantized uint8, int8 or int16. The output may have another scale than
/// the input.
/// - Source: TensorFlow Lite `activations`, `ReluX`; int16 needs zero points of 0.
protocol RectifierOperator: Operator {
    static var range: ClosedRange<Float> { get }
}

/// Limits floats with a vector kernel; NaN passes through.
struct FloatClamp: UnaryFunction {
    let range: ClosedRange<Float>

    @inline(__always)
    func apply(_ x: Float) -> Float { clamp(x, range.lowerBound, range.upperBound) }

    func elements(
        _ source: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        let kernels = sight_row_kernels_best(sight_current_tier()).pointee
        kernels.limit(source, count, range.lowerBound, range.upperBound, target)
    }
}

/// Scales and limits 16-bit values.
private struct WideClamp: UnaryFunction {
    let factor: FixedPointMultiplier
    let range: ClosedRange<Int32>
    @inline(__always)
    func apply(_ x: Int16) -> Int16 {
        Int16(clamping: clamp(factor.apply(Int32(x)), range.lowerBound, range.upperBound))
    }
}

extension RectifierOperator {
    static var versions: ClosedRange<Int> { 1...3 }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let (input, output) = (try node.input(0), try node.output(0))
        try node.expectSameType(input, output)
        if input.elementType == .float32 {
            return try node.elementwise(FloatClamp(range: range))
        }
        guard input.elementType.isByte || input.elementType == .int16 else {
            throw node.unsupported(input)
        }
        let (from, to) = (try node.affine(input), try node.affine(output))
        let factor = FixedPointMultiplier(Double(from.scale / to.scale))
        let bounds = FusedActivation(range: range).quantized(output, to)
        if input.elementType == .int16 {
            guard from.zeroPoint == 0, to.zeroPoint == 0 else {
                throw node.fail("zero points \(from.zeroPoint) and \(to.zeroPoint), int16 needs 0")
            }
            return try node.elementwise(WideClamp(factor: factor, range: bounds))
        }
        return try node.lookup { value in
            let result = factor.apply(value - from.zeroPoint) &+ to.zeroPoint
            return clamp(result, bounds.lowerBound, bounds.upperBound)
        }
    }
}

/// RELU: limits values to 0 … ∞.
enum ReLU: RectifierOperator {
    static let code = OperatorCode.builtin(.relu)
    static let range: ClosedRange<Float> = 0 ... .infinity
}

/// RELU6: limits values to 0 … 6.
enum ReLU6: RectifierOperator {
    static let code = OperatorCode.builtin(.relu6)
    static let range: ClosedRange<Float> = 0...6
}

/// RELU_N1_TO_1: limits values to −1 … 1.
enum ReLUN1To1: RectifierOperator {
    static let code = OperatorCode.builtin(.reluN1To1)
    static let range: ClosedRange<Float> = -1...1
}

/// RELU_0_TO_1: limits values to 0 … 1.
enum ReLU0To1: RectifierOperator {
    static let code = OperatorCode.builtin(.relu0To1)
    static let range: ClosedRange<Float> = 0...1
}
