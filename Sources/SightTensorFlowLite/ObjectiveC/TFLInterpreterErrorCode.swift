#if canImport(ObjectiveC)
    import Foundation

    /// The codes of errors in `TFLInterpreterErrorDomain`.
    @objc(TFLInterpreterErrorCode)
    public enum TFLInterpreterErrorCode: UInt {
        /// No tensor has the index.
        case invalidTensorIndex
        /// The data and the tensor differ in their number of bytes.
        case invalidInputByteSize
        /// A shape is empty or has an extent that is not positive.
        case invalidShape
        /// The file is no model.
        case failedToLoadModel
        /// The model has an unknown operator.
        case failedToCreateInterpreter
        /// A run failed.
        case failedToInvoke
        /// The tensor cannot be accessed.
        case failedToGetTensor
        /// The tensor has a type without a `TFLTensorDataType`.
        case invalidTensor
        /// An input does not take the shape.
        case failedToResizeInputTensor
        /// The data cannot be copied.
        case failedToCopyDataToInputTensor
        /// Data were copied to an output.
        case copyDataToOutputTensorNotAllowed
        /// The data of a tensor cannot be read.
        case failedToGetDataFromTensor
        /// The graph cannot be prepared for its inputs.
        case failedToAllocateTensors
        /// Tensors must be allocated first.
        case allocateTensorsRequired
        /// The model must be run first.
        case invokeInterpreterRequired
    }
#endif
