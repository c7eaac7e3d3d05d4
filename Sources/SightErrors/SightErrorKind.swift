/// A list of the kinds of error of one module.
///
/// Public lists are structures with constants, because a new case of an enumeration breaks each
/// `switch` of the users.
public protocol SightErrorKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The type of the values that an error has in addition to its kind.
    associatedtype Detail: Sendable = Never
}

extension SightErrorKind {
    /// The name or the number of the kind.
    public var description: String { "\(rawValue)" }
}
