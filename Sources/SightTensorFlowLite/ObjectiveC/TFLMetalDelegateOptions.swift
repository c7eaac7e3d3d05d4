#if canImport(ObjectiveC)
    public import Foundation

    /// ``MetalDelegate/Options`` for Objective-C.
    @objc(TFLMetalDelegateOptions)
    public final class TFLMetalDelegateOptions: NSObject {
        /// Whether computing in 16-bit floats is allowed.
        @objc(precisionLossAllowed) public var isPrecisionLossAllowed: Bool {
            @objc(isPrecisionLossAllowed) get { swift.isPrecisionLossAllowed }
            @objc(setPrecisionLossAllowed:) set { swift.isPrecisionLossAllowed = newValue }
        }
        /// How to wait for the GPU.
        @objc public var waitType: TFLMetalDelegateThreadWaitType {
            get { TFLMetalDelegateThreadWaitType(swift.waitType) }
            set { swift.waitType = newValue.swift }
        }
        /// Whether quantised models may run on the GPU.
        @objc(quantizationEnabled) public var isQuantizationEnabled: Bool {
            @objc(isQuantizationEnabled) get { swift.isQuantizationEnabled }
            @objc(setQuantizationEnabled:) set { swift.isQuantizationEnabled = newValue }
        }
        /// The same in Swift.
        private(set) var swift = MetalDelegate.Options()
    }
#endif
