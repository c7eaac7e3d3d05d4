extension Interpreter {
    /// The settings of an interpreter.
    public struct Options: Equatable, Hashable, Sendable {
        /// The number of threads; `nil` or a number below 1 lets the runtime decide.
        public var threadCount: Int?
        /// Has no effect, because the runtime has one set of kernels.
        public var isXNNPackEnabled = false
        /// Whether float layers round their inputs and weights to bfloat16; the original lacks it.
        ///
        /// It needs a processor with AVX-512 BF16; other processors ignore it.
        public var isBFloat16Enabled = false

        /// Makes the default settings.
        public init() {}
    }
}

/// The old name of ``Interpreter/Options``.
@available(*, deprecated, renamed: "Interpreter.Options")
public typealias InterpreterOptions = Interpreter.Options
