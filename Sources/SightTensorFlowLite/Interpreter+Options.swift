extension Interpreter {
    /// How an interpreter runs.
    public struct Options: Equatable, Hashable, Sendable {
        /// Threads to compute with; `nil` or less than 1 lets the runtime decide.
        public var threadCount: Int?
        /// Without effect: there is one set of kernels.
        public var isXNNPackEnabled = false

        /// Makes the defaults.
        public init() {}
    }
}

/// The old name of ``Interpreter/Options``.
@available(*, deprecated, renamed: "Interpreter.Options")
public typealias InterpreterOptions = Interpreter.Options
