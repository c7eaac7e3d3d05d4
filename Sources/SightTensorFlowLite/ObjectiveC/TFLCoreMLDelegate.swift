#if canImport(ObjectiveC)
    import Foundation

    /// ``CoreMLDelegate`` for Objective-C.
    @objc(TFLCoreMLDelegate)
    public final class TFLCoreMLDelegate: TFLDelegate {
        private let delegate: CoreMLDelegate?

        /// Keeps settings for all devices.
        ///
        /// The original asks for the Neural Engine here, and returns `nil` on devices without one.
        /// Swift cannot override `init` with an initializer that may fail.
        @objc public override init() {
            var options = CoreMLDelegate.Options()
            options.enabledDevices = .all
            delegate = CoreMLDelegate(options: options)
        }

        /// Keeps settings, or returns `nil` where the Neural Engine is asked for.
        @objc(initWithOptions:)
        public init?(options: TFLCoreMLDelegateOptions) {
            guard let delegate = CoreMLDelegate(options: options.swift) else { return nil }
            self.delegate = delegate
        }

        override var swift: (any Delegate)? { delegate }
    }
#endif
