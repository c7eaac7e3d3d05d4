/// What is wrong with the metadata of a model or with the files behind it.
///
/// More cases may be added: give a `switch` over failures a `default`.
public enum MetadataFailure: Hashable, Sendable {
    /// The archive behind the model has no file of this name, which the metadata names.
    case missingAssociatedFile(String)
    /// The metadata asks for score calibration and names no file with its parameters.
    case missingCalibrationFile
    /// The archive behind the model is damaged, or a file in it is compressed or encrypted.
    case damagedArchive
    /// A tensor has two process units of this kind, which is the number in the schema.
    case repeatedProcessUnit(kind: Int)
    /// The file of class names and that of display names have different numbers of lines.
    case labelLineCount(names: Int, displayNames: Int)
    /// The file of the score calibration does not have a line for each class.
    case calibrationLineCount(lines: Int, classes: Int)
    /// A line of the score calibration, counted from 1, has no valid parameters.
    case calibrationLine(Int)
}
