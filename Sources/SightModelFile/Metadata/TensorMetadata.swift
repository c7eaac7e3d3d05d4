/// What a model says about one of its input or output tensors.
///
/// - Source: TFLite Metadata schema, table `TensorMetadata` with its process units.
package struct TensorMetadata: Sendable {
    package let name: String
    package let description: String
    /// What the numbers mean; `nil` when the model does not say.
    package let content: TensorContent?
    /// The axes that the content takes, as the schema's inclusive `ValueRange`.
    package let contentRange: ClosedRange<Int>?
    /// How real values become model values.
    package let normalization: NormalizationOptions?
    /// Scores below this are to be dropped.
    package let scoreThreshold: Float?
    /// How scores of an output are to be calibrated; the parameters are in an associated file.
    package let calibrationOptions: ScoreCalibration.Options?
    package let associatedFiles: [AssociatedFile]
    /// The largest value of the tensor, one or one a channel; empty when unknown.
    package let maximum: [Float]
    /// The smallest value of the tensor, one or one a channel; empty when unknown.
    package let minimum: [Float]

    /// The files of one kind, in order.
    package func files(_ kinds: AssociatedFile.Kind...) -> [AssociatedFile] {
        associatedFiles.filter { kinds.contains($0.kind) }
    }
}

/// What the numbers of a tensor mean.
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
