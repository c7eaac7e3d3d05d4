#if canImport(ObjectiveC)
    import Foundation

    /// ``CoreMLDelegate`` for Objective-C.
    @objc(TFLCoreMLDelegate)
    public final class TFLCoreMLDelegate: TFLDelegate {
        private let delegate: CoreMLDelegate?

        /// Stores settings for all devices.
        ///
        /// The original requires the Neural Engine here, and returns `nil` on devices without one.
        /// Swift cannot override `init` with an initializer that may fail.
        @objc public override init() {
            var options = CoreMLDelegate.Options()
            options.enabledDevices = .all
            delegate = CoreMLDelegate(options: options)
        }

        /// Stores settings, or returns `nil` if they require the Neural Engine.
        @objc(initWithOptions:)
        public init?(options: TFLCoreMLDelegateOptions) {
            guard let delegate = CoreMLDelegate(options: options.swift) else { return nil }
            self.delegate = delegate
        }

        override var swift: (any Delegate)? { delegate }
    }
#endif
