/// How real values become model values: `(value − mean) / std`.
///
/// - Source: TFLite Metadata schema, table `NormalizationOptions`.
package struct NormalizationOptions: Hashable, Sendable {
    /// One for all channels or one a channel; finite.
    package let mean: [Float]
    /// As many as `mean`; finite and not zero.
    package let std: [Float]
}
