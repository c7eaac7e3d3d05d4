#if canImport(ObjectiveC)
    public import Foundation

    /// Hardware that TensorFlowLiteObjC can run graphs on; see ``Delegate``.
    @objc(TFLDelegate)
    open class TFLDelegate: NSObject {
        /// Stands where the original has the pointer of a delegate in C; nothing computes with it.
        @objc open var cDelegate: UnsafeMutableRawPointer {
            Unmanaged.passUnretained(self).toOpaque()
        }
        /// The same in Swift; `nil` for classes of the app's own.
        var swift: (any Delegate)? { nil }
    }
#endif
