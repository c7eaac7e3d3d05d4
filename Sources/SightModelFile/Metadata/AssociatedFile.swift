/// A file that the metadata names; its content is in the model's ``FileArchive``.
///
/// - Source: TFLite Metadata schema, table `AssociatedFile`.
package struct AssociatedFile: Hashable, Sendable {
    /// The purpose of a file; raw values are the schema's.
    package enum Kind: Int, Hashable, Sendable {
        case unknown = 0
        case descriptions = 1
        /// One label for each index of a tensor's axis, as classifiers need it.
        case axisLabels = 2
        /// One label for each value that a tensor can hold, such as the classes of detectors.
        case valueLabels = 3
        /// Calibration parameters for each index of an axis, see ``ScoreCalibration``.
        case axisScoreCalibration = 4
        case vocabulary = 5
        case scannIndex = 6
    }

    /// The exact name in the archive.
    package let name: String
    package let description: String
    package let kind: Kind
    /// The BCP 47 language of the content, such as `en`; empty for content without a language.
    package let locale: String
    package let version: String
}
