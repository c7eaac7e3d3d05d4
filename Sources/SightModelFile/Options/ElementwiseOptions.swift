/// The options of ADD, SUB, MUL and DIV.
///
/// - Source: `AddOptions` of the TensorFlow Lite schema.
package struct ArithmeticOptions: Sendable {
    package let activation: ActivationOption

    package init(_ table: OptionsTable) throws(ModelError) {
        activation = try table.activation(0)
    }
}

/// The options of LEAKY_RELU.
///
/// - Source: `LeakyReluOptions` of the TensorFlow Lite schema.
package struct LeakyReLUOptions: Sendable {
    /// The factor for values below 0.
    package let slope: Float

    package init(_ table: OptionsTable) throws(ModelError) {
        slope = try table.float(0)
    }
}

/// The options of GELU.
///
/// - Source: `GeluOptions` of the TensorFlow Lite schema.
package struct GELUOptions: Sendable {
    /// Whether tanh approximates the error function.
    package let isApproximate: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        isApproximate = try table.bool(0)
    }
}
