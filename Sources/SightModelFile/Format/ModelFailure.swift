/// The exact reason of a ``ModelError``, with the values that a program needs to act on it.
///
/// More cases may be added: give a `switch` over reasons a `default`.
public enum ModelFailure: Hashable, Sendable {
    /// There is no file at this path.
    case missingFile(path: String)
    /// The process may not read the file at this path.
    case forbiddenFile(path: String)
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

extension ModelErrorCode {
    /// The type of the exact reason.
    public typealias Detail = ModelFailure
}
