#if canImport(ObjectiveC)
    import Foundation

    /// ``MetalDelegate`` for Objective-C.
    @objc(TFLMetalDelegate)
    public final class TFLMetalDelegate: TFLDelegate {
        private let delegate: MetalDelegate

        /// Stores the default settings.
        @objc public convenience override init() { self.init(options: TFLMetalDelegateOptions()) }

        /// Stores settings.
        @objc(initWithOptions:)
        public init(options: TFLMetalDelegateOptions) {
            delegate = MetalDelegate(options: options.swift)
        }

        override var swift: (any Delegate)? { delegate }
    }
#endif
