/// Hardware that the original module can run graphs on.
///
/// Delegates are here so that code compiles and keeps its settings. An ``Interpreter`` stores the
/// ones it is given and computes on the CPU all the same.
public protocol Delegate: AnyObject {
    /// Stands where the original has a C pointer.
    var cDelegate: CDelegate { get }
}

/// An opaque stand-in for the original's C pointer to a delegate.
public struct CDelegate: Hashable, Sendable {
    /// Makes the stand-in.
    public init() {}
}
