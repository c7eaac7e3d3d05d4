public import Foundation

/// The errors of an ``Interpreter``.
public enum InterpreterError: Error, Equatable, Hashable, Sendable {
    /// No tensor has the index `index`; `maxIndex` is the largest index, −1 if there is no tensor.
    case invalidTensorIndex(index: Int, maxIndex: Int)
    /// Data of `provided` bytes cannot fill a tensor of `required` bytes.
    case invalidTensorDataCount(provided: Int, required: Int)
    /// The tensor's type has no ``Tensor/DataType``.
    case invalidTensorDataType
    /// The model is missing, unreadable or damaged.
    case failedToLoadModel
    /// The model needs built-in operators that this runtime does not have.
    case failedToCreateInterpreter
    /// The input at `index` cannot take the shape.
    case failedToResizeInputTensor(index: Int)
    /// The data cannot be copied.
    case failedToCopyDataToInputTensor
    /// The graph cannot be prepared for its input shapes.
    case failedToAllocateTensors
    /// ``Interpreter/allocateTensors()`` must be called first.
    case allocateTensorsRequired
    /// ``Interpreter/invoke()`` must be called first.
    case invokeInterpreterRequired
    /// Any other failure, with a message.
    case tensorFlowLiteError(String)
}

extension InterpreterError: LocalizedError {
    /// The message of the error.
    public var errorDescription: String? { description }
}

extension InterpreterError: CustomStringConvertible {
    /// The message of the error, with the wording of TensorFlow Lite for Swift.
    public var description: String {
        switch self {
        case .invalidTensorIndex(let index, let maxIndex):
            "Invalid tensor index \(index), max index is \(maxIndex)."
        case .invalidTensorDataCount(let provided, let required):
            "Provided data count \(provided) must match the required count \(required)."
        case .invalidTensorDataType:
            "Tensor data type is unsupported or could not be determined due to a model error."
        case .failedToLoadModel: "Failed to load the given model."
        case .failedToCreateInterpreter: "Failed to create the interpreter."
        case .failedToResizeInputTensor(let index):
            "Failed to resize input tensor at index \(index)."
        case .failedToCopyDataToInputTensor: "Failed to copy data to input tensor."
        case .failedToAllocateTensors: "Failed to allocate memory for input tensors."
        case .allocateTensorsRequired: "Must call allocateTensors()."
        case .invokeInterpreterRequired: "Must call invoke()."
        case .tensorFlowLiteError(let message): "TensorFlow Lite Error: \(message)"
        }
    }
}
