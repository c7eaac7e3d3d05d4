#if canImport(ObjectiveC)
    public import Foundation

    /// ``Interpreter/Options`` for Objective-C.
    @objc(TFLInterpreterOptions)
    public final class TFLInterpreterOptions: NSObject {
        /// Threads that work on the model; 0 leaves the number to the library.
        @objc public var numberOfThreads: UInt = 0
        /// Without effect: there is one set of kernels.
        @objc public var useXNNPACK = false

        /// The same in Swift.
        var swift: Interpreter.Options {
            var options = Interpreter.Options()
            options.threadCount = numberOfThreads == 0 ? nil : Int(clamping: numberOfThreads)
            options.isXNNPackEnabled = useXNNPACK
            return options
        }
    }
#endif
