/// The options of SOFTMAX.
///
/// - Source: `SoftmaxOptions` of the TensorFlow Lite schema.
package struct SoftmaxOptions: Sendable {
    /// The factor that exponents are multiplied by.
    package let beta: Float

    package init(_ table: OptionsTable) throws(ModelError) {
        beta = try table.float(0)
    }
}

/// The options of L2_NORMALIZATION.
///
/// - Source: `L2NormOptions` of the TensorFlow Lite schema.
package struct L2NormalizationOptions: Sendable {
    package let activation: ActivationOption

    package init(_ table: OptionsTable) throws(ModelError) {
        activation = try table.activation(0)
    }
}

/// The options of LOCAL_RESPONSE_NORMALIZATION.
///
/// - Source: `LocalResponseNormalizationOptions` of the TensorFlow Lite schema.
package struct LocalResponseNormalizationOptions: Sendable {
    /// The number of channels on either side.
    package let radius: Int
    package let bias: Float
    package let alpha: Float
    package let beta: Float

    package init(_ table: OptionsTable) throws(ModelError) {
        radius = try table.int(0)
        bias = try table.float(1)
        alpha = try table.float(2)
        beta = try table.float(3)
    }
}
