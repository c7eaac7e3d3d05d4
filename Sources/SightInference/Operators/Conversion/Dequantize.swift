import CSightKernels
import SightModelFile
import SightTensor

/// DEQUANTIZE: converts integers to the real numbers that they represent, or float16 to float32.
///
/// uint8, int8, int4 and int2 (also per axis), int16, float16 to float32.
/// - Source: TensorFlow Lite `dequantize`.
enum Dequantize: Operator {
    static let code = OperatorCode.builtin(.dequantize)
    static let versions = 1...9

    private struct Scaling<
        Value: FixedWidthInteger & BitwiseCopyable & Sendable
    >: UnaryFunction {
        let affine: Affine
        @inline(__always)
        func apply(_ x: Value) -> Float {
            affine.scale * Float(Int32(truncatingIfNeeded: x) &- affine.zeroPoint)
        }
    }

    /// Scales bytes with a vector kernel, to the same floats as ``Scaling``.
    private struct ByteScaling<
        Value: FixedWidthInteger & BitwiseCopyable & Sendable
    >: UnaryFunction {
        let affine: Affine
        func apply(_ x: Value) -> Float { Scaling(affine: affine).apply(x) }
        func elements(
            _ source: UnsafeMutablePointer<Value>, _ target: UnsafeMutablePointer<Float>,
            _ count: Int
        ) {
            sight_row_kernels_best(sight_current_tier()).pointee.dequantize?(
                source, count, affine.scale, affine.zeroPoint, Value.isSigned, target)
        }
    }

    /// Converts binary16 numbers with a vector kernel, which returns the same floats as ``Half``.
    private struct Widening: UnaryFunction {
        func apply(_ x: UInt16) -> Float { Half.float(x) }
        func elements(
            _ source: UnsafeMutablePointer<UInt16>, _ target: UnsafeMutablePointer<Float>,
            _ count: Int
        ) {
            sight_row_kernels_best(sight_current_tier()).pointee.widen?(source, count, target)
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let (input, output) = (try node.input(0), try node.output(0))
        guard output.elementType == .float32 else { throw node.unsupported(output) }
        if let packing = PackedIntegers(input.elementType) {
            return try packed(input, packing, node)
        }
        if let quantization = input.quantization, quantization.isPerAxis {
            return try perAxis(input, quantization, node)
        }
        switch input.elementType {
        case .uint8: return try node.elementwise(ByteScaling<UInt8>(affine: node.affine(input)))
        case .int8: return try node.elementwise(ByteScaling<Int8>(affine: node.affine(input)))
        case .int16: return try node.elementwise(Scaling<Int16>(affine: node.affine(input)))
        case .float16: return try node.elementwise(Widening())
        default: throw node.unsupported(input)
        }
    }

    /// Prepares packed integers with one scale, or one for each index of an axis.
    private static func packed(
        _ input: TensorSpec, _ packing: PackedIntegers, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        guard let quantization = input.quantization else {
            throw node.fail("\"\(input.name)\" has no quantization")
        }
        // An operator before this one may have changed the shape that the scales belong to.
        guard
            !quantization.isPerAxis
                || input.shape.dimensions.indices.contains(quantization.axis)
                    && input.shape[quantization.axis] == quantization.scales.count
        else {
            throw node.fail(
                "\(quantization.scales.count) scales on axis \(quantization.axis) of "
                    + "\"\(input.name)\" \(input.shape)")
        }
        let output = try node.setOutput(0, shape: input.shape)
        let (scales, zeros) = (quantization.scales, quantization.zeroPoints)
        let inner = quantization.isPerAxis ? input.shape.strides[quantization.axis] : 1
        return PreparedLoop { _, memory in
            let source = memory.elements(input.slot, as: Int8.self)
            let target = memory.elements(output.slot, as: Float.self)
            for i in 0..<input.shape.elementCount {
                let scale = i / inner % scales.count
                let value = Int32(packing.value(source, i))
                target[i] =
                    scales[scale] * Float(value &- Int32(truncatingIfNeeded: zeros[scale]))
            }
        }
    }

    /// Prepares integers with one scale for each index of an axis, such as weights.
    private static func perAxis(
        _ input: TensorSpec, _ quantization: Quantization, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        guard input.elementType == .int8,
            input.shape.dimensions.indices.contains(quantization.axis),
            input.shape[quantization.axis] == quantization.scales.count
        else { throw node.unsupported(input) }
        let output = try node.setOutput(0, shape: input.shape)
        let count = quantization.scales.count
        let inner = input.shape.strides[quantization.axis]
        let scales = quantization.scales
        try node.spendList(count, of: Int32.self)
        let zeroPoints = quantization.zeroPoints.map { Int32(truncatingIfNeeded: $0) }
        let rows = input.shape.elementCount / max(1, inner)
        return PreparedLoop { _, memory in
            let source = memory.elements(input.slot, as: Int8.self)
            let target = memory.elements(output.slot, as: Float.self)
            for row in 0..<rows {
                let (scale, zeroPoint) = (scales[row % count], zeroPoints[row % count])
                for i in (row * inner)..<((row + 1) * inner) {
                    target[i] = scale * Float(Int32(source[i]) &- zeroPoint)
                }
            }
        }
    }
}
