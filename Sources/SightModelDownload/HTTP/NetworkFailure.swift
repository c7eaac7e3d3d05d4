/// A failure below HTTP, as the library of the platform reports it.
protocol NetworkFailure: Error {
    /// What has failed.
    var kind: NetworkFailureKind { get }
}

/// The kinds of failures below HTTP.
enum NetworkFailureKind {
    case cancelled
    /// The connection is not secure, for example because of an invalid certificate.
    case insecure
    /// Nothing arrives.
    case silent
    /// No network, no such host or a broken connection, with the library's description.
    case unreachable(String)
}
