public import Foundation

/// The errors of a ``SignatureRunner``.
public enum SignatureRunnerError: Error, Equatable, Hashable, Sendable {
    /// Data of `provided` bytes cannot fill a tensor of `required` bytes.
    case invalidTensorDataCount(provided: Int, required: Int)
    /// The tensor's type has no ``Tensor/DataType``.
    case invalidTensorDataType
    /// The model has no signature with the key.
    case failedToCreateSignatureRunner(signatureKey: String)
    /// The signature has no tensor with the name; `tensorType` is `input` or `output`.
    case failedToGetTensor(tensorType: String, nameInSignature: String)
    /// The input cannot take the shape.
    case failedToResizeInputTensor(inputName: String)
    /// The data cannot be copied.
    case failedToCopyDataToInputTensor
    /// The graph cannot be prepared for its input shapes.
    case failedToAllocateTensors
    /// The run failed.
    case failedToInvokeSignature(signatureKey: String)
    /// ``SignatureRunner/allocateTensors()`` must be called first.
    case allocateTensorsRequired
}

extension SignatureRunnerError: LocalizedError {
    /// The message of the error.
    public var errorDescription: String? { description }
}

extension SignatureRunnerError: CustomStringConvertible {
    /// The message of the error, with the wording of TensorFlow Lite for Swift.
    public var description: String {
        switch self {
        case .invalidTensorDataCount(let provided, let required):
            "Provided data count \(provided) must match the required count \(required)."
        case .invalidTensorDataType:
            "Tensor data type is unsupported or could not be determined due to a model error."
        case .failedToCreateSignatureRunner(let key):
            "Failed to create a signature runner. Signature with key (\(key)) not found."
        case .failedToGetTensor(let type, let name):
            "Failed to get \(type) tensor with \(type) name (\(name))."
        case .failedToResizeInputTensor(let name):
            "Failed to resize input tensor with input name (\(name))."
        case .failedToCopyDataToInputTensor: "Failed to copy data to input tensor."
        case .failedToAllocateTensors: "Failed to allocate memory for input tensors."
        case .failedToInvokeSignature(let key):
            "Failed to invoke the signature runner with key (\(key))."
        case .allocateTensorsRequired: "Must call allocateTensors()."
        }
    }
}
