#if canImport(ObjectiveC)
    public import Foundation

    /// An input or output of a ``TFLInterpreter`` or ``TFLSignatureRunner``, for Objective-C.
    ///
    /// A tensor keeps its interpreter or signature runner alive. It has no bytes of its own: its
    /// data and its shape are those of the interpreter at the time of a call, as in the original.
    /// So it may be requested before the tensors are allocated, and read after any number of runs.
    @objc(TFLTensor)
    public final class TFLTensor: NSObject {
        private let owner: NSObject
        private let facts: () throws -> TensorFacts
        private let read: () throws -> Tensor
        /// Copies data to the tensor; `nil` for outputs.
        private let write: ((Data) throws -> Void)?
        /// The facts at the tensor's creation; its shape may have changed since.
        private let first: TensorFacts

        init(
            of owner: NSObject, facts: @escaping () throws -> TensorFacts,
            read: @escaping () throws -> Tensor, write: ((Data) throws -> Void)? = nil
        ) throws {
            self.owner = owner
            self.facts = facts
            self.read = read
            self.write = write
            first = try TFLFailure.bridging(facts)
        }

        /// The name of the tensor in the model.
        @objc public var name: String { first.name }
        /// The type of the elements.
        @objc public var dataType: TFLTensorDataType { TFLTensorDataType(first.dataType) }
        /// The scale and the zero point; `nil` for a tensor that is not quantized.
        @objc public var quantizationParameters: TFLQuantizationParameters? {
            first.quantizationParameters.map { TFLQuantizationParameters($0) }
        }

        /// The current number of elements along each axis; before the tensors are allocated, that
        /// of the model or the requested one.
        ///
        /// - Throws: an `NSError`.
        @objc(shapeWithError:)
        public func shape() throws -> [NSNumber] {
            try TFLFailure.bridging(facts).shape.dimensions.map { NSNumber(value: $0) }
        }

        /// Returns the current bytes of the tensor.
        ///
        /// - Throws: an `NSError`, also before the tensors are allocated.
        @objc(dataWithError:)
        public func data() throws -> Data { try TFLFailure.bridging(read).data }

        /// Copies bytes into an input.
        ///
        /// - Throws: an `NSError`, also for an output.
        @objc(copyData:error:)
        public func copy(_ data: Data) throws {
            guard let write else {
                let text = "Cannot copy data into an output tensor."
                throw
                    (owner is TFLInterpreter
                    ? TFLFailure.interpreter(10, text) : TFLFailure.runner(8, text)).nsError
            }
            try TFLFailure.bridging { try write(data) }
        }
    }
#endif
