import SightModelFile
import SightTensor

/// L2_NORMALIZATION: scales the last axis to a length of 1.
///
/// float32; uint8 and int8 with a result scale of 1/128. Lengths of float32 below 10⁻⁶ count as
/// 10⁻⁶.
/// - Source: TensorFlow Lite `l2normalization`.
enum L2Normalization: Operator {
    static let code = OperatorCode.builtin(.l2Normalization)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        guard try L2NormalizationOptions(options).activation == .none else {
            throw node.fail(.unsupported, "a fused activation is not supported")
        }
        try node.expectRank(input, 1...8)
        let output = try node.setOutput(0, shape: input.shape)
        let depth = max(1, input.shape[-1])
        let rows = node.split(input.shape.elementCount / depth, cost: depth)
        switch input.elementType {
        case .float32: break
        case .uint8: return try quantized(node, input, output, rows, depth, UInt8.self)
        case .int8: return try quantized(node, input, output, rows, depth, Int8.self)
        default: throw node.unsupported(input)
        }
        return PreparedLoop(tasks: rows.taskCount) { task, memory in
            for row in rows.range(task) {
                let source = memory.elements(input.slot, as: Float.self) + row * depth
                let target = memory.elements(output.slot, as: Float.self) + row * depth
                var squares: Float = 0
                for i in 0..<depth { squares += source[i] * source[i] }
                let length = max(squares.squareRoot(), 1e-6)
                for i in 0..<depth { target[i] = source[i] / length }
            }
        }
    }

    /// Prepares bytes; the 32-bit sums of squares wrap where the reference's overflow.
    private static func quantized<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ node: Preparation, _ input: TensorSpec, _ output: TensorSpec, _ rows: TaskSplit,
        _ depth: Int, _: Value.Type
    ) throws(ModelError) -> any PreparedOperator {
        let zeroPoint = try node.affine(input).zeroPoint
        let middle: Int32 = Value.isSigned ? 0 : 128
        guard try node.affine(output) == Affine(scale: 1 / 128, zeroPoint: middle) else {
            throw node.fail("the output's scale must be 1/128 and its zero point \(middle)")
        }
        return PreparedLoop(tasks: rows.taskCount) { task, memory in
            for row in rows.range(task) {
                let source = memory.elements(input.slot, as: Value.self) + row * depth
                let target = memory.elements(output.slot, as: Value.self) + row * depth
                var squares: Int32 = 0
                for i in 0..<depth {
                    let difference = Int32(source[i]) &- zeroPoint
                    squares = squares &+ difference &* difference
                }
                let inverse = FixedPointMultiplier(inverseRootOf: squares)
                // The factor 128 is a shift by 7 for int8, and a product for uint8, which rounds at
                // another place.
                let (moved, times): (Int32, Int32) = Value.isSigned ? (7, 1) : (0, 128)
                let factor = FixedPointMultiplier(
                    multiplier: inverse.multiplier, shift: inverse.shift + moved)
                for i in 0..<depth {
                    let value = factor.apply((Int32(source[i]) &- zeroPoint) &* times)
                    target[i] = Value(clamping: value &+ middle)
                }
            }
        }
    }
}
