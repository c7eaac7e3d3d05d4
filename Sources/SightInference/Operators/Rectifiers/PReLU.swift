import CSightKernels
import SightModelFile
import SightTensor

/// PRELU: `x`, multiplied by a slope if it is below 0.
///
/// The slopes are a second tensor, which broadcasts to the first.
///
/// float32, quantized uint8, int8 and int16.
/// - Source: TensorFlow Lite `prelu`.
enum PReLU: Operator {
    static let code = OperatorCode.builtin(.prelu)
    static let versions = 1...1

    private struct FloatLeak: BinaryFunction {
        @inline(__always)
        func apply(_ x: Float, _ slope: Float) -> Float { x >= 0 ? x : x * slope }
    }

    private struct QuantizedLeak<
        Value: FixedWidthInteger & BitwiseCopyable & Sendable
    >: BinaryFunction {
        let from: Affine
        let slope: Affine
        let to: Affine
        private let factors: (identity: FixedPointMultiplier, slope: FixedPointMultiplier)

        init(_ from: Affine, _ slope: Affine, _ to: Affine) {
            (self.from, self.slope, self.to) = (from, slope, to)
            factors = (
                FixedPointMultiplier(Double(from.scale / to.scale)),
                FixedPointMultiplier(Double(from.scale * slope.scale / to.scale))
            )
        }

        @inline(__always)
        func apply(_ x: Value, _ alpha: Value) -> Value {
            let value = Int32(truncatingIfNeeded: x) &- from.zeroPoint
            let factor = Int32(truncatingIfNeeded: alpha) &- slope.zeroPoint
            let result =
                value >= 0
                ? factors.identity.apply(value) : factors.slope.apply(value &* factor)
            return Value(clamping: result &+ to.zeroPoint)
        }
    }

    /// Prepares a slope for each channel, with a vector kernel.
    private static func channelwise(
        _ input: TensorSpec, _ slope: TensorSpec, _ channels: Int, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let output = try node.setOutput(0, shape: input.shape)
        let kernel = sight_row_kernels_best(sight_current_tier()).pointee.prelu
        let split = node.split(input.shape.elementCount / max(1, channels), cost: channels)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let range = split.range(task)
            let start = range.lowerBound * channels
            kernel?(
                memory.elements(input.slot, as: Float.self) + start,
                memory.elements(slope.slot, as: Float.self), range.count, channels,
                memory.elements(output.slot, as: Float.self) + start)
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (input, slope, output) = (try node.input(0), try node.input(1), try node.output(0))
        try node.expectSameType(input, slope, output)
        guard try node.broadcast(input, slope).shape == input.shape else {
            throw node.fail("the slope \(slope.shape) does not broadcast to \(input.shape)")
        }
        switch input.elementType {
        case .float32:
            let channels = input.shape.rank > 0 ? input.shape[-1] : 1
            return slope.shape.elementCount == channels && slope.shape.rank > 0
                && slope.shape[-1] == channels
                ? try channelwise(input, slope, channels, node)
                : try node.elementwise(FloatLeak())
        case .uint8:
            return try node.elementwise(
                QuantizedLeak<UInt8>(node.affine(input), node.affine(slope), node.affine(output)))
        case .int8:
            return try node.elementwise(
                QuantizedLeak<Int8>(node.affine(input), node.affine(slope), node.affine(output)))
        case .int16:
            return try node.elementwise(
                QuantizedLeak<Int16>(node.affine(input), node.affine(slope), node.affine(output)))
        default: throw node.unsupported(input)
        }
    }
}
