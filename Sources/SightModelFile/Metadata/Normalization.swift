/// How real values become model values: `(value − mean) / standardDeviation`.
///
/// - Source: TFLite Metadata schema, table `NormalizationOptions`.
package struct Normalization: Hashable, Sendable {
    /// One for all channels or one a channel; finite.
    package let mean: [Float]
    /// As many as `mean`; finite and not zero.
    package let standardDeviation: [Float]
}
