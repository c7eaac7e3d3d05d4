/// The metadata of one input or output tensor.
///
/// - Source: TFLite Metadata schema, table `TensorMetadata` with its process units.
package struct TensorMetadata: Sendable {
    package let name: String
    package let description: String
    /// The meaning of the numbers; `nil` when the metadata does not tell it.
    package let content: TensorContent?
    /// The axes that the content covers, as the schema's inclusive `ValueRange`.
    package let contentRange: ClosedRange<Int>?
    /// The conversion of real values to the model's values.
    package let normalization: NormalizationOptions?
    /// The score below which results are to be dropped.
    package let scoreThreshold: Float?
    /// The calibration of an output's scores; the parameters are in an associated file.
    package let calibrationOptions: ScoreCalibration.Options?
    package let associatedFiles: [AssociatedFile]
    /// The largest value, one for the whole tensor or for each channel; empty when unknown.
    package let maximum: [Float]
    /// The smallest value, one for the whole tensor or for each channel; empty when unknown.
    package let minimum: [Float]

    /// Returns the files of some kinds, in order.
    package func files(_ kinds: AssociatedFile.Kind...) -> [AssociatedFile] {
        associatedFiles.filter { kinds.contains($0.kind) }
    }
}

/// The meaning of the numbers of a tensor.
///
/// - Source: TFLite Metadata schema, union `ContentProperties`.
package enum TensorContent: Hashable, Sendable {
    /// Plain numbers, such as scores.
    case feature
    case image(ImageProperties)
    case boundingBoxes(BoundingBoxProperties)
    case audio
}

/// Tensors that belong together.
///
/// - Source: TFLite Metadata schema, table `TensorGroup`.
package struct TensorGroup: Hashable, Sendable {
    package let name: String
    /// Names of ``TensorMetadata``.
    package let tensorNames: [String]
}
