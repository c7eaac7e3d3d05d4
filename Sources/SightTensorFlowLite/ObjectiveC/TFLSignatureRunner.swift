#if canImport(ObjectiveC)
    public import Foundation

    /// ``SignatureRunner`` for Objective-C.
    ///
    /// A runner keeps its interpreter alive and is not thread-safe. Errors are `NSError`s in
    /// `TFLSignatureRunnerErrorDomain`; their codes are ``TFLSignatureRunnerErrorCode``.
    @objc(TFLSignatureRunner)
    public final class TFLSignatureRunner: NSObject {
        private let runner: SignatureRunner

        init(_ interpreter: TFLInterpreter, key: String) throws {
            runner = try TFLFailure.bridging {
                try interpreter.interpreter.signatureRunner(with: key)
            }
        }

        /// The key of the signature.
        @objc public var signatureKey: String { runner.signatureKey }
        /// The names of the inputs in the model's order.
        @objc public var inputs: [String] { runner.inputs }
        /// The names of the outputs in the model's order.
        @objc public var outputs: [String] { runner.outputs }

        /// Returns the input with a name.
        ///
        /// - Throws: an `NSError`.
        @objc(inputTensorWithName:error:)
        public func inputTensor(name: String) throws -> TFLTensor {
            try TFLTensor(
                of: self, facts: { [runner] in try runner.inputFacts(named: name) },
                read: { [runner] in try runner.input(named: name) },
                write: { [runner] in try runner.copy($0, toInputNamed: name) })
        }

        /// Returns the output with a name.
        ///
        /// - Throws: an `NSError`.
        @objc(outputTensorWithName:error:)
        public func outputTensor(name: String) throws -> TFLTensor {
            try TFLTensor(
                of: self, facts: { [runner] in try runner.outputFacts(named: name) },
                read: { [runner] in try runner.output(named: name) })
        }

        /// Changes the shape of an input; the next run allocates the tensors again.
        ///
        /// - Throws: an `NSError`.
        @objc(resizeInputTensorWithName:toShape:error:)
        public func resizeInputTensor(name: String, toShape shape: [NSNumber]) throws {
            let extents = try TFLFailure.extents(shape, in: TFLFailure.runnerDomain)
            try TFLFailure.bridging {
                try runner.resizeInput(named: name, toShape: Tensor.Shape(extents))
            }
        }

        /// Prepares the signature for the shapes of its inputs; a run also does this if necessary.
        ///
        /// - Throws: an `NSError`.
        @objc(allocateTensorsWithError:)
        public func allocateTensors() throws {
            try TFLFailure.bridging { try runner.allocateTensors() }
        }

        /// Copies data to inputs by name, and runs the signature.
        ///
        /// - Throws: an `NSError`.
        @objc(invokeWithInputs:Error:)
        public func invoke(inputs: [String: Data]) throws {
            try TFLFailure.bridging { try runner.invoke(with: inputs) }
        }
    }
#endif
