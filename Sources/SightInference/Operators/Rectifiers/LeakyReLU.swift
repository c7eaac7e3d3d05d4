import CSightKernels
import SightModelFile
import SightTensor

/// LEAKY_RELU: `x`, multiplied by a slope if it is below 0.
///
/// float32, quantized uint8, int8 and int16.
///
/// - Source: TensorFlow Lite `leaky_relu`.
enum LeakyReLU: Operator {
    static let code = OperatorCode.builtin(.leakyRelu)
    static let versions = 1...2

    private struct FloatLeak: UnaryFunction {
        let slope: Float

        @inline(__always)
        func apply(_ x: Float) -> Float { x >= 0 ? x : x * slope }

        func elements(
            _ source: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<Float>,
            _ count: Int
        ) {
            let kernels = sight_row_kernels_best(sight_current_tier()).pointee
            withUnsafePointer(to: slope) { kernels.prelu(source, $0, count, 1, target) }
        }
    }

    private struct QuantizedLeak: UnaryFunction {
        let from: Affine
        let to: Affine
        let identity: FixedPointMultiplier
        let slope: FixedPointMultiplier

        func apply(_ x: Int32) -> Int32 {
            let value = x &- from.zeroPoint
            return (value >= 0 ? identity : slope).apply(value) &+ to.zeroPoint
        }
    }

    private struct WideLeak: UnaryFunction {
        let leak: QuantizedLeak
        func apply(_ x: Int16) -> Int16 { Int16(clamping: leak.apply(Int32(x))) }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try LeakyReLUOptions(options)
        try node.expect(inputs: 1...1)
        let (input, output) = (try node.input(0), try node.output(0))
        try node.expectSameType(input, output)
        let slope = options.slope
        if input.elementType == .float32 { return try node.elementwise(FloatLeak(slope: slope)) }
        let (from, to) = (try node.affine(input), try node.affine(output))
        let factor = Double(from.scale * slope / to.scale)
        let leak = QuantizedLeak(
            from: from, to: to, identity: FixedPointMultiplier(Double(from.scale / to.scale)),
            slope: factor < 0 ? FixedPointMultiplier(-factor).negated : FixedPointMultiplier(factor)
        )
        switch input.elementType {
        case .uint8, .int8: return try node.lookup { leak.apply($0) }
        case .int16: return try node.elementwise(WideLeak(leak: leak))
        default: throw node.unsupported(input)
        }
    }
}
