/// The exact reason of a ``ModelError``, with the values that a program needs to act on it.
///
/// More cases may be added: give a `switch` over reasons a `default`.
public enum ModelFailure: Hashable, Sendable {
    /// There is no file at this path.
    case missingFile(path: String)
    /// The process may not read the file at this path.
    case forbiddenFile(path: String)
    /// The metadata, or a file behind the model, is wrong.
    case metadata(MetadataFailure)
}

extension ModelErrorCode {
    /// The type of the exact reason.
    public typealias Detail = ModelFailure
}
