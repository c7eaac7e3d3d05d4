/// The conversion of real values to a model's values: `(value − mean) / std`.
///
/// - Source: TFLite Metadata schema, table `NormalizationOptions`.
package struct NormalizationOptions: Hashable, Sendable {
    /// One finite number for all channels, or one for each channel.
    package let mean: [Float]
    /// As many numbers as in `mean`, finite and not zero.
    package let std: [Float]
}
