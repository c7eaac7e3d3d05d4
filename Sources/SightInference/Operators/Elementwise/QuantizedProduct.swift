import SightTensor

/// The product of two quantized tensors of int16 or bytes.
///
/// - Source: TensorFlow Lite `MulElementwise`: two roundings to nearest, ties away from zero.
struct QuantizedProduct {
    let offsets: (a: Int32, b: Int32, output: Int32)
    let factor: FixedPointMultiplier
    let range: ClosedRange<Int32>
    let elementType: ElementType

    init(_ operands: QuantizedOperands) {
        let (a, b, output) = (operands.a, operands.b, operands.output)
        offsets = (-a.zeroPoint, -b.zeroPoint, output.zeroPoint)
        factor = FixedPointMultiplier(Double(a.scale * b.scale / output.scale))
        range = operands.range
        elementType = operands.elementType
    }
}
