/// A delegate, which in the original module runs graphs on other hardware.
///
/// Delegates exist so that code for the original compiles. An ``Interpreter`` stores its delegates
/// and computes on the CPU nevertheless.
public protocol Delegate: AnyObject {
    /// A stand-in for the C pointer of the original.
    var cDelegate: CDelegate { get }
}

/// An opaque stand-in for the original's C pointer to a delegate.
public struct CDelegate: Hashable, Sendable {
    /// Makes the stand-in.
    public init() {}
}
