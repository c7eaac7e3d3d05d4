/// Settings for the Neural Engine of Apple devices; without effect here, see ``Delegate``.
public final class CoreMLDelegate: Delegate {
    /// The settings as given.
    public let options: Options
    /// Stands where the original has a C pointer.
    public let cDelegate = CDelegate()

    /// Keeps settings, or fails where the Neural Engine is asked for.
    ///
    /// - Returns: `nil` for ``EnabledDevices/neuralEngine``: this runtime never has one, which is
    ///   what the original says on devices without. Callers fall back to the CPU.
    public init?(options: Options = Options()) {
        guard options.enabledDevices == .all else { return nil }
        self.options = options
    }

    /// Which devices may run the delegate.
    public enum EnabledDevices: Equatable, Hashable, Sendable {
        /// Only devices with a Neural Engine.
        case neuralEngine
        /// All devices.
        case all
    }

    /// What the original lets one choose.
    public struct Options: Equatable, Hashable, Sendable {
        /// Which devices may run the delegate.
        public var enabledDevices: EnabledDevices = .neuralEngine
        /// The version of Core ML that the parts are converted for; 0 means the newest.
        public var coreMLVersion = 0
        /// The largest number of parts of the graph that Core ML may run; 0 sets no limit.
        public var maxDelegatedPartitions = 0
        /// The smallest number of nodes that such a part may have.
        public var minNodesPerPartition = 2

        /// Makes the defaults.
        public init() {}
    }
}
