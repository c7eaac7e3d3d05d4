/// The settings for Core ML on Apple devices; they have no effect, see ``Delegate``.
public final class CoreMLDelegate: Delegate {
    /// The settings.
    public let options: Options
    /// A stand-in for the C pointer of the original.
    public let cDelegate = CDelegate()

    /// Stores settings, or fails if they require the Neural Engine.
    ///
    /// - Returns: `nil` for ``EnabledDevices/neuralEngine``, like the original on a device without
    ///   a Neural Engine, so that callers fall back to the CPU.
    public init?(options: Options = Options()) {
        guard options.enabledDevices == .all else { return nil }
        self.options = options
    }

    /// The devices that may run the delegate.
    public enum EnabledDevices: Equatable, Hashable, Sendable {
        /// Only devices with a Neural Engine.
        case neuralEngine
        /// All devices.
        case all
    }

    /// The settings of the original's delegate.
    public struct Options: Equatable, Hashable, Sendable {
        /// The devices that may run the delegate.
        public var enabledDevices: EnabledDevices = .neuralEngine
        /// The version of Core ML that the parts are converted for; 0 means the newest.
        public var coreMLVersion = 0
        /// The largest number of parts of the graph that Core ML may run; 0 sets no limit.
        public var maxDelegatedPartitions = 0
        /// The smallest number of nodes that such a part may have.
        public var minNodesPerPartition = 2

        /// Makes the default settings.
        public init() {}
    }
}
