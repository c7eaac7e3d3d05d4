/// The options of ADD, SUB, MUL and DIV.
///
/// - Source: `AddOptions` of the TensorFlow Lite schema.
package struct ArithmeticOptions: Sendable {
    package let activation: ActivationOption
    /// Whether ADD or SUB of int16 aligns its operands by a shift if all scales are powers of two.
    ///
    /// This is `pot_scale_int16` of the schema: true by default, but false without any options, as
    /// in TensorFlow Lite. MUL and DIV do not have it.
    package let shiftsScales: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        activation = try table.activation(0)
        shiftsScales = table.isAbsent ? false : try table.bool(1, default: true)
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
