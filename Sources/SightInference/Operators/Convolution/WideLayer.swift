import SightModelFile
import SightTensor

/// The tensors and the requantization of a layer with 16-bit inputs and 8-bit weights.
///
/// - Source: TensorFlow Lite, the 16×8 form of `conv`, `depthwise_conv` and `fully_connected`:
///   all zero points are 0.
struct WideLayer: Sendable {
    let input: TensorSpec
    let filter: TensorSpec
    let output: TensorSpec
    let requantization: WideRequantization

    /// Whether a node is such a layer.
    static func fits(_ node: Preparation) throws(ModelError) -> Bool {
        try node.input(0).elementType == .int16
    }

    /// Checks the tensors of a node; the output's shape need not be set yet.
    ///
    /// `axis` is the filter's axis of output channels; `isShort` tells whether sums without a bias
    /// are narrowed as if they had 32 bits.
    init(
        _ node: Preparation, axis: Int, _ activation: FusedActivation, isShort: Bool = false
    ) throws(ModelError) {
        guard (2...3).contains(node.inputCount) else {
            throw node.fail("has \(node.inputCount) inputs, expected 2 or 3")
        }
        (input, filter) = (try node.input(0), try node.input(1))
        let bias = try node.optionalInput(2)
        output = try node.output(0)
        try node.expectSameType(input, output)
        guard filter.elementType == .int8 else { throw node.unsupported(filter) }
        guard filter.shape.dimensions.indices.contains(axis) else {
            throw node.fail("filter \(filter.shape) has no axis \(axis)")
        }
        let channels = filter.shape[axis]
        if let bias {
            guard bias.elementType == .int64 || bias.elementType == .int32 else {
                throw node.unsupported(bias)
            }
            guard bias.shape.elementCount == channels else {
                throw node.fail("bias \(bias.shape) does not fit \(channels) channels")
            }
        }
        let (from, to) = (try node.affine(input), try node.affine(output))
        guard from.zeroPoint == 0, to.zeroPoint == 0 else {
            throw node.fail("zero points \(from.zeroPoint) and \(to.zeroPoint), int16 needs 0")
        }
        let (scales, _) = try filterScales(filter, channels, axis, node)
        try node.spendList(scales.count, of: FixedPointMultiplier.self)
        let factors = scales.map {
            FixedPointMultiplier(Double(from.scale) * Double($0) / Double(to.scale))
        }
        requantization = try WideRequantization(
            factors, bias: bias, isShort: isShort, channels: channels,
            range: activation.quantized(output, to), node)
    }
}
