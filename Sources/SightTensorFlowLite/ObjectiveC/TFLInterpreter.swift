#if canImport(ObjectiveC)
    public import Foundation

    /// ``Interpreter`` for Objective-C, with the names of TensorFlowLiteObjC.
    ///
    /// An interpreter is not thread-safe, like the original. Errors are `NSError`s in
    /// `TFLInterpreterErrorDomain`; their codes are ``TFLInterpreterErrorCode``.
    @objc(TFLInterpreter)
    public final class TFLInterpreter: NSObject {
        let interpreter: Interpreter
        /// The settings.
        @objc public let options: TFLInterpreterOptions

        /// Opens a model.
        ///
        /// - Throws: an `NSError`.
        @objc(initWithModelPath:error:)
        public convenience init(modelPath: String) throws {
            try self.init(modelPath: modelPath, options: TFLInterpreterOptions())
        }

        /// Opens a model.
        ///
        /// - Throws: an `NSError`.
        @objc(initWithModelPath:options:error:)
        public convenience init(modelPath: String, options: TFLInterpreterOptions) throws {
            try self.init(modelPath: modelPath, options: options, delegates: [])
        }

        /// Opens a model; delegates are stored and have no effect.
        ///
        /// - Throws: an `NSError`.
        @objc(initWithModelPath:options:delegates:error:)
        public init(modelPath: String, options: TFLInterpreterOptions, delegates: [TFLDelegate])
            throws
        {
            self.options = options
            interpreter = try TFLFailure.bridging {
                try Interpreter(
                    modelPath: modelPath, options: options.swift,
                    delegates: delegates.compactMap(\.swift))
            }
        }

        /// The number of inputs.
        @objc public var inputTensorCount: UInt { UInt(interpreter.inputTensorCount) }
        /// The number of outputs.
        @objc public var outputTensorCount: UInt { UInt(interpreter.outputTensorCount) }
        /// The keys of the model's signatures in the model's order.
        @objc public var signatureKeys: [String] { interpreter.signatureKeys }

        /// Allocates memory for all tensors.
        ///
        /// - Throws: an `NSError`.
        @objc(allocateTensorsWithError:)
        public func allocateTensors() throws {
            try TFLFailure.bridging { try interpreter.allocateTensors() }
        }

        /// Runs the model.
        ///
        /// - Throws: an `NSError` with the code `failedToInvoke`, like the original.
        @objc(invokeWithError:)
        public func invoke() throws {
            do {
                try interpreter.invoke()
            } catch {
                throw TFLFailure.interpreter(5, "Failed to invoke the interpreter.").nsError
            }
        }

        /// Returns the input at an index.
        ///
        /// - Throws: an `NSError`.
        @objc(inputTensorAtIndex:error:)
        public func inputTensor(at index: UInt) throws -> TFLTensor {
            let index = Int(clamping: index)
            return try TFLTensor(
                of: self, facts: { [interpreter] in try interpreter.inputFacts(at: index) },
                read: { [interpreter] in try interpreter.input(at: index) },
                write: { [interpreter] in _ = try interpreter.copy($0, toInputAt: index) })
        }

        /// Returns the output at an index.
        ///
        /// - Throws: an `NSError`.
        @objc(outputTensorAtIndex:error:)
        public func outputTensor(at index: UInt) throws -> TFLTensor {
            let index = Int(clamping: index)
            return try TFLTensor(
                of: self, facts: { [interpreter] in try interpreter.outputFacts(at: index) },
                read: { [interpreter] in try interpreter.output(at: index) })
        }

        /// Changes the shape of an input; call ``allocateTensors()`` afterwards.
        ///
        /// - Throws: an `NSError`.
        @objc(resizeInputTensorAtIndex:toShape:error:)
        public func resizeInputTensor(at index: UInt, toShape shape: [NSNumber]) throws {
            let extents = try TFLFailure.extents(shape, in: TFLFailure.interpreterDomain)
            try TFLFailure.bridging {
                try interpreter.resizeInput(at: Int(clamping: index), to: Tensor.Shape(extents))
            }
        }

        /// Makes a signature runner, which keeps the interpreter alive.
        ///
        /// - Throws: an `NSError` in `TFLSignatureRunnerErrorDomain`.
        @objc(signatureRunnerWithKey:error:)
        public func signatureRunner(key: String) throws -> TFLSignatureRunner {
            try TFLSignatureRunner(self, key: key)
        }
    }
#endif
