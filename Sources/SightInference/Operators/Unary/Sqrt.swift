import CSightKernels
import SightModelFile
import SightTensor

/// SQRT: the square root.
///
/// float32, quantized int8 and int16, which are rounded toward zero. Integers of negative numbers
/// give 0; the reference rejects them.
///
/// - Source: TensorFlow Lite `elementwise`.
enum Sqrt: Operator {
    static let code = OperatorCode.builtin(.sqrt)
    static let versions = 1...2

    private struct Root: RowFunction {
        @inline(__always)
        func apply(_ x: Float) -> Float { x.squareRoot() }

        static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
            kernels.pointee.roots
        }
    }

    private struct QuantizedRoot: UnaryFunction {
        let from: Affine
        let to: Affine

        func apply(_ x: Int32) -> Int32 {
            let real = from.scale * Float(x &- from.zeroPoint)
            let root = Swift.max(0, real).squareRoot() / to.scale
            return Int32(saturating: root.rounded(.towardZero)) &+ to.zeroPoint
        }
    }

    private struct WideRoot: UnaryFunction {
        let root: QuantizedRoot
        func apply(_ x: Int16) -> Int16 {
            Int16(clamping: root.apply(Int32(truncatingIfNeeded: x)))
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        guard input.elementType != .float32 else { return try node.elementwise(Root()) }
        guard input.elementType == .int8 || input.elementType == .int16 else {
            throw node.unsupported(input)
        }
        let root = QuantizedRoot(
            from: try node.affine(input), to: try node.affine(node.output(0)))
        return input.elementType == .int8
            ? try node.lookup { root.apply($0) } : try node.elementwise(WideRoot(root: root))
    }
}
