/// The options of FULLY_CONNECTED.
///
/// - Source: `FullyConnectedOptions` of the TensorFlow Lite schema.
package struct FullyConnectedOptions: Sendable {
    package let activation: ActivationOption
    /// Whether the weights are stored row by row; the other formats are shuffled.
    package let hasPlainWeights: Bool
    /// Whether the output keeps the leading axes of the input.
    package let keepsRank: Bool
    /// Whether inputs that are quantized at run time get a zero point.
    package let isAsymmetric: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        activation = try table.activation(0)
        hasPlainWeights = try table.byte(1) == 0
        keepsRank = try table.bool(2)
        isAsymmetric = try table.bool(3)
    }
}

/// The options of BATCH_MATMUL.
///
/// - Source: `BatchMatMulOptions` of the TensorFlow Lite schema.
package struct BatchMatMulOptions: Sendable {
    package let isLeftTransposed: Bool
    package let isRightTransposed: Bool
    /// Whether left matrices that are quantized at run time get a zero point.
    package let isAsymmetric: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        isLeftTransposed = try table.bool(0)
        isRightTransposed = try table.bool(1)
        isAsymmetric = try table.bool(2)
    }
}
