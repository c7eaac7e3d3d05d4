#if canImport(ObjectiveC)
    public import Foundation

    /// An input or output of a ``TFLInterpreter``, for Objective-C.
    @objc(TFLTensor)
    public final class TFLTensor: NSObject {
        private let owner: TFLInterpreter
        private let index: Int
        private let isInput: Bool
        /// The tensor when it was asked for; its bytes may have changed since.
        private let snapshot: Tensor

        init(_ owner: TFLInterpreter, index: UInt, isInput: Bool) throws {
            self.owner = owner
            self.index = Int(clamping: index)
            self.isInput = isInput
            snapshot = try Self.tensor(owner, self.index, isInput)
        }

        private static func tensor(_ owner: TFLInterpreter, _ index: Int, _ isInput: Bool) throws
            -> Tensor
        {
            isInput
                ? try owner.interpreter.input(at: index) : try owner.interpreter.output(at: index)
        }

        /// The name of the tensor in the model.
        @objc public var name: String { snapshot.name }
        /// The type of its elements.
        @objc public var dataType: TFLTensorDataType { TFLTensorDataType(snapshot.dataType) }
        /// Scale and zero point; `nil` for tensors that are not quantised.
        @objc public var quantizationParameters: TFLQuantizationParameters? {
            snapshot.quantizationParameters.map { TFLQuantizationParameters($0) }
        }

        /// The number of elements along each axis.
        ///
        /// - Throws: ``InterpreterError``.
        @objc(shapeWithError:)
        public func shape() throws -> [NSNumber] {
            try Self.tensor(owner, index, isInput).shape.dimensions.map { NSNumber(value: $0) }
        }

        /// The bytes of the tensor, as they are now.
        ///
        /// - Throws: ``InterpreterError``.
        @objc(dataWithError:)
        public func data() throws -> Data { try Self.tensor(owner, index, isInput).data }

        /// Copies bytes into an input.
        ///
        /// - Throws: ``InterpreterError``; outputs cannot be written to.
        @objc(copyData:error:)
        public func copy(_ data: Data) throws {
            guard isInput else {
                throw InterpreterError.invalidTensorIndex(
                    index: index, maxIndex: owner.interpreter.inputTensorCount - 1)
            }
            _ = try owner.interpreter.copy(data, toInputAt: index)
        }
    }
#endif
