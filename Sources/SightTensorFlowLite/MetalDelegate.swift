/// Settings for the GPU of Apple devices; without effect here, see ``Delegate``.
public final class MetalDelegate: Delegate {
    /// The settings as given.
    public let options: Options
    /// Stands where the original has a C pointer.
    public let cDelegate = CDelegate()

    /// Keeps settings.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// What the original lets one choose.
    public struct Options: Equatable, Hashable, Sendable {
        /// Whether computing in 16-bit floats is allowed.
        public var isPrecisionLossAllowed = false
        /// How to wait for the GPU.
        public var waitType: ThreadWaitType = .passive
        /// Whether quantised models may run on the GPU.
        public var isQuantizationEnabled = true

        /// The old name of ``isPrecisionLossAllowed``.
        @available(*, deprecated, renamed: "isPrecisionLossAllowed")
        public var allowsPrecisionLoss: Bool {
            get { isPrecisionLossAllowed }
            set { isPrecisionLossAllowed = newValue }
        }

        /// Makes the defaults.
        public init() {}
    }
}
