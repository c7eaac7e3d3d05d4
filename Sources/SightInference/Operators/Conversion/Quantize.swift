import CSightKernels
import SightModelFile
import SightTensor

/// QUANTIZE: converts real numbers to integers, or integers from one scale to another.
///
/// float32 to uint8, int8, int16; between uint8, int8, int16 and int32.
/// - Source: TensorFlow Lite `quantize` and `requantize`: to nearest, ties away from zero.
enum Quantize: Operator {
    static let code = OperatorCode.builtin(.quantize)
    static let versions = 1...6

    private struct Rounding<
        Value: FixedWidthInteger & BitwiseCopyable & Sendable
    >: UnaryFunction {
        let affine: Affine
        @inline(__always)
        func apply(_ x: Float) -> Value {
            let steps = (x / affine.scale).rounded(.toNearestOrAwayFromZero)
            return Value(saturating: steps + Float(affine.zeroPoint))
        }
    }

    /// Rounds floats to bytes with a vector kernel, to the same bytes as ``Rounding``.
    private struct ByteRounding<
        Value: FixedWidthInteger & BitwiseCopyable & Sendable
    >: UnaryFunction {
        let affine: Affine
        func apply(_ x: Float) -> Value { Rounding(affine: affine).apply(x) }
        func elements(
            _ source: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<Value>,
            _ count: Int
        ) {
            sight_row_kernels_best(sight_current_tier()).pointee.quantize?(
                source, count, affine.scale, Float(affine.zeroPoint), Value.isSigned, target)
        }
    }

    private struct Requantizing<
        From: FixedWidthInteger & BitwiseCopyable & Sendable,
        To: FixedWidthInteger & BitwiseCopyable & Sendable
    >: UnaryFunction {
        let from: Affine
        let to: Affine
        private let factor: FixedPointMultiplier

        init(_ from: Affine, _ to: Affine) {
            (self.from, self.to) = (from, to)
            factor = FixedPointMultiplier(Double(from.scale) / Double(to.scale))
        }

        @inline(__always)
        func apply(_ x: From) -> To {
            let value = factor.apply(Int32(truncatingIfNeeded: x) &- from.zeroPoint)
            return To(clamping: value &+ to.zeroPoint)
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let (input, output) = (try node.input(0), try node.output(0))
        let to = try node.affine(output)
        switch (input.elementType, output.elementType) {
        case (.float32, .uint8): return try node.elementwise(ByteRounding<UInt8>(affine: to))
        case (.float32, .int8): return try node.elementwise(ByteRounding<Int8>(affine: to))
        case (.float32, .int16): return try node.elementwise(Rounding<Int16>(affine: to))
        default: break
        }
        let from = try node.affine(input)
        if input.elementType.isByte, output.elementType.isByte {
            let factor = FixedPointMultiplier(Double(from.scale) / Double(to.scale))
            return try node.lookup { factor.apply($0 - from.zeroPoint) &+ to.zeroPoint }
        }
        switch input.elementType {
        case .uint8: return try requantize(UInt8.self, from, to, output, node)
        case .int8: return try requantize(Int8.self, from, to, output, node)
        case .int16: return try requantize(Int16.self, from, to, output, node)
        case .int32: return try requantize(Int32.self, from, to, output, node)
        default: throw node.unsupported(input)
        }
    }

    private static func requantize<From: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _: From.Type, _ from: Affine, _ to: Affine, _ output: TensorSpec, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        switch output.elementType {
        case .uint8: return try node.elementwise(Requantizing<From, UInt8>(from, to))
        case .int8: return try node.elementwise(Requantizing<From, Int8>(from, to))
        case .int16: return try node.elementwise(Requantizing<From, Int16>(from, to))
        case .int32: return try node.elementwise(Requantizing<From, Int32>(from, to))
        default: throw node.unsupported(output)
        }
    }
}
