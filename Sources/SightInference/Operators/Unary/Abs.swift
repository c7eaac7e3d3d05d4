import SightModelFile
import SightTensor

/// ABS: the magnitude.
///
/// float32, int32 (wraps), quantized int8 and int16.
///
/// - Source: TensorFlow Lite `elementwise`.
enum Abs: Operator {
    static let code = OperatorCode.builtin(.abs)
    static let versions = 1...5

    private struct FloatMagnitude: UnaryFunction {
        @inline(__always)
        func apply(_ x: Float) -> Float { x.magnitude }
    }

    private struct Magnitude: UnaryFunction {
        @inline(__always)
        func apply(_ x: Int32) -> Int32 { x < 0 ? 0 &- x : x }
    }

    private struct QuantizedMagnitude {
        private let from: Affine
        private let to: Affine
        private let factor: FixedPointMultiplier

        init(_ input: TensorSpec, _ node: Preparation) throws(ModelError) {
            (from, to) = (try node.affine(input), try node.affine(node.output(0)))
            factor = FixedPointMultiplier(Double(from.scale / to.scale))
        }

        func apply(_ x: Int32) -> Int32 {
            let magnitude = Swift.abs(x - from.zeroPoint)
            return (from.scale == to.scale ? magnitude : factor.apply(magnitude)) &+ to.zeroPoint
        }
    }

    private struct WideMagnitude: UnaryFunction {
        private let magnitude: QuantizedMagnitude
        init(_ magnitude: QuantizedMagnitude) { self.magnitude = magnitude }
        func apply(_ x: Int16) -> Int16 {
            Int16(clamping: magnitude.apply(Int32(truncatingIfNeeded: x)))
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        switch input.elementType {
        case .float32: return try node.elementwise(FloatMagnitude())
        case .int32: return try node.elementwise(Magnitude())
        case .int8:
            let magnitude = try QuantizedMagnitude(input, node)
            return try node.lookup { magnitude.apply($0) }
        case .int16:
            return try node.elementwise(WideMagnitude(QuantizedMagnitude(input, node)))
        default: throw node.unsupported(input)
        }
    }
}
