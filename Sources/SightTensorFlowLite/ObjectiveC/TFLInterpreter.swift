#if canImport(ObjectiveC)
    public import Foundation

    /// ``Interpreter`` for Objective-C, with the names of TensorFlowLiteObjC.
    ///
    /// Not safe to use from several threads, as the original.
    @objc(TFLInterpreter)
    public final class TFLInterpreter: NSObject {
        let interpreter: Interpreter

        /// Opens a model.
        ///
        /// - Throws: ``InterpreterError``.
        @objc(initWithModelPath:error:)
        public convenience init(modelPath: String) throws {
            try self.init(modelPath: modelPath, options: TFLInterpreterOptions())
        }

        /// Opens a model.
        ///
        /// - Throws: ``InterpreterError``.
        @objc(initWithModelPath:options:error:)
        public init(modelPath: String, options: TFLInterpreterOptions) throws {
            interpreter = try Interpreter(modelPath: modelPath, options: options.swift)
        }

        /// Number of inputs.
        @objc public var inputTensorCount: UInt { UInt(interpreter.inputTensorCount) }
        /// Number of outputs.
        @objc public var outputTensorCount: UInt { UInt(interpreter.outputTensorCount) }

        /// Allocates memory for all tensors.
        ///
        /// - Throws: ``InterpreterError``.
        @objc(allocateTensorsWithError:)
        public func allocateTensors() throws { try interpreter.allocateTensors() }

        /// Runs the model.
        ///
        /// - Throws: ``InterpreterError``.
        @objc(invokeWithError:)
        public func invoke() throws { try interpreter.invoke() }

        /// An input.
        ///
        /// - Throws: ``InterpreterError``.
        @objc(inputTensorAtIndex:error:)
        public func inputTensor(at index: UInt) throws -> TFLTensor {
            try TFLTensor(self, index: index, isInput: true)
        }

        /// An output.
        ///
        /// - Throws: ``InterpreterError``.
        @objc(outputTensorAtIndex:error:)
        public func outputTensor(at index: UInt) throws -> TFLTensor {
            try TFLTensor(self, index: index, isInput: false)
        }

        /// Changes the shape of an input; tensors must be allocated anew.
        ///
        /// - Throws: ``InterpreterError``.
        @objc(resizeInputTensorAtIndex:toShape:error:)
        public func resizeInputTensor(at index: UInt, toShape shape: [NSNumber]) throws {
            try interpreter.resizeInput(
                at: Int(clamping: index), to: Tensor.Shape(shape.map(\.intValue)))
        }
    }
#endif
