#if canImport(ObjectiveC)
    import Foundation

    /// The codes of errors in `TFLSignatureRunnerErrorDomain`.
    @objc(TFLSignatureRunnerErrorCode)
    public enum TFLSignatureRunnerErrorCode: UInt {
        /// The data and the tensor differ in their number of bytes.
        case invalidInputByteSize
        /// A shape is empty or has an extent that is not positive.
        case invalidShape
        /// The model has no signature with the key.
        case failedToCreateSignatureRunner
        /// A run failed.
        case failedToInvoke
        /// The signature has no tensor with the name.
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
    }
#endif
