#if canImport(ObjectiveC)
    public import Foundation

    /// A delegate of TensorFlowLiteObjC, which has no effect; see ``Delegate``.
    @objc(TFLDelegate)
    open class TFLDelegate: NSObject {
        /// A stand-in for the pointer to a delegate in C; the runtime does not use it.
        @objc open var cDelegate: UnsafeMutableRawPointer {
            Unmanaged.passUnretained(self).toOpaque()
        }
        /// The delegate for Swift; `nil` for the app's own subclasses.
        var swift: (any Delegate)? { nil }
    }
#endif
