#if canImport(ObjectiveC)
    public import Foundation

    /// An input or output of a ``TFLInterpreter`` or ``TFLSignatureRunner``, for Objective-C.
    ///
    /// Keeps the object alive that it is of.
    @objc(TFLTensor)
    public final class TFLTensor: NSObject {
        private let owner: NSObject
        private let read: () throws -> Tensor
        /// Fills the tensor; `nil` for outputs.
        private let write: ((Data) throws -> Void)?
        /// The tensor when it was asked for; its bytes may have changed since.
        private let snapshot: Tensor

        init(
            of owner: NSObject, read: @escaping () throws -> Tensor,
            write: ((Data) throws -> Void)? = nil
        ) throws {
            self.owner = owner
            self.read = read
            self.write = write
            snapshot = try TFLFailure.bridging(read)
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
        /// - Throws: an `NSError`.
        @objc(shapeWithError:)
        public func shape() throws -> [NSNumber] {
            try TFLFailure.bridging(read).shape.dimensions.map { NSNumber(value: $0) }
        }

        /// The bytes of the tensor, as they are now.
        ///
        /// - Throws: an `NSError`.
        @objc(dataWithError:)
        public func data() throws -> Data { try TFLFailure.bridging(read).data }

        /// Copies bytes into an input.
        ///
        /// - Throws: an `NSError`; outputs cannot be written to.
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
