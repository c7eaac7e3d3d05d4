@_exported public import SightCustomOperators

extension Interpreter {
    /// The settings of an interpreter.
    public struct Options: Equatable, Hashable, Sendable {
        /// The number of threads; `nil` or a number below 1 lets the runtime decide.
        public var threadCount: Int?
        /// Has no effect, because the runtime has one set of kernels.
        public var isXNNPackEnabled = false
        /// Whether float layers round their inputs and weights to bfloat16, which is faster and
        /// less exact.
        ///
        /// TensorFlow Lite's module has no such option. The option needs a processor of AMD with
        /// AVX-512 BF16 and has no effect on others: those of Intel would take longer.
        public var isBFloat16Enabled = false

        /// The operators that TensorFlow Lite does not have; append your own to this list.
        ///
        /// The list begins with those of MediaPipe and LiteRT that Sight implements. TensorFlow
        /// Lite's module has no such option. The first of several operators with the same name is
        /// used.
        public var customOperators: [any CustomOperator.Type] {
            get { operatorList.types }
            set { operatorList = CustomOperatorList(newValue) }
        }

        /// The value of ``customOperators``; unlike an array of types, it can be compared.
        private(set) var operatorList = CustomOperatorList.standard

        /// Has no effect, because errors are thrown; TensorFlow Lite had it in its first versions.
        @available(*, deprecated, message: "errors are thrown, and nothing is logged")
        public var isErrorLoggingEnabled: Bool {
            get { false }
            set {}
        }

        /// Makes the default settings.
        public init() {}
    }
}

/// The old name of ``Interpreter/Options``.
@available(*, deprecated, renamed: "Interpreter.Options")
public typealias InterpreterOptions = Interpreter.Options
