#if canImport(ObjectiveC)
    public import Foundation

    /// ``Interpreter/Options`` for Objective-C.
    @objc(TFLInterpreterOptions)
    public final class TFLInterpreterOptions: NSObject {
        /// The number of threads; 0 lets the runtime decide.
        @objc public var numberOfThreads: UInt = 0
        /// Has no effect, because the runtime has one set of kernels.
        @objc public var useXNNPACK = false

        /// The settings for Swift.
        var swift: Interpreter.Options {
            var options = Interpreter.Options()
            options.threadCount = numberOfThreads == 0 ? nil : Int(clamping: numberOfThreads)
            options.isXNNPackEnabled = useXNNPACK
            return options
        }
    }
#endif
