/// A file that the metadata names; its content is in the model's ``FileArchive``.
///
/// - Source: TFLite Metadata schema, table `AssociatedFile`.
package struct AssociatedFile: Hashable, Sendable {
    /// What a file is for; raw values are the schema's.
    package enum Kind: Int, Hashable, Sendable {
        case unknown = 0
        case descriptions = 1
        /// One label for each index of a tensor's axis: classifiers.
        case axisLabels = 2
        /// One label for each value that a tensor can hold: the classes of detectors.
        case valueLabels = 3
        /// Calibration parameters for each index of an axis, see ``ScoreCalibration``.
        case axisScoreCalibration = 4
        case vocabulary = 5
        case scannIndex = 6
    }

    /// The name in the archive, to the letter.
    package let name: String
    package let description: String
    package let kind: Kind
    /// BCP 47 language of the content, such as `en`; empty when it has none.
    package let locale: String
    package let version: String
}
