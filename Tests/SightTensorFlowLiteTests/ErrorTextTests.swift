import Foundation
import SightTensorFlowLite
import Testing

/// The messages of errors, which users of the original module compare and show.
@Suite struct ErrorTextTests {
    @Test(arguments: [
        (
            InterpreterError.invalidTensorIndex(index: 3, maxIndex: 1),
            "Invalid tensor index 3, max index is 1."
        ),
        (
            .invalidTensorDataCount(provided: 7, required: 8),
            "Provided data count 7 must match the required count 8."
        ),
        (
            .invalidTensorDataType,
            "Tensor data type is unsupported or could not be determined due to a model error."
        ),
        (.failedToLoadModel, "Failed to load the given model."),
        (.failedToCreateInterpreter, "Failed to create the interpreter."),
        (.failedToResizeInputTensor(index: 2), "Failed to resize input tensor at index 2."),
        (.failedToCopyDataToInputTensor, "Failed to copy data to input tensor."),
        (.failedToAllocateTensors, "Failed to allocate memory for input tensors."),
        (.allocateTensorsRequired, "Must call allocateTensors()."),
        (.invokeInterpreterRequired, "Must call invoke()."),
        (.tensorFlowLiteError("why"), "TensorFlow Lite Error: why"),
    ])
    func interpreterError(error: InterpreterError, text: String) {
        #expect(error.errorDescription == text)
        #expect(error.description == text)
        #expect(error.localizedDescription == text)
    }

    @Test(arguments: [
        (
            SignatureRunnerError.invalidTensorDataCount(provided: 7, required: 8),
            "Provided data count 7 must match the required count 8."
        ),
        (
            .invalidTensorDataType,
            "Tensor data type is unsupported or could not be determined due to a model error."
        ),
        (
            .failedToCreateSignatureRunner(signatureKey: "k"),
            "Failed to create a signature runner. Signature with key (k) not found."
        ),
        (
            .failedToGetTensor(tensorType: "input", nameInSignature: "n"),
            "Failed to get input tensor with input name (n)."
        ),
        (
            .failedToGetTensor(tensorType: "output", nameInSignature: "n"),
            "Failed to get output tensor with output name (n)."
        ),
        (
            .failedToResizeInputTensor(inputName: "n"),
            "Failed to resize input tensor with input name (n)."
        ),
        (.failedToCopyDataToInputTensor, "Failed to copy data to input tensor."),
        (.failedToAllocateTensors, "Failed to allocate memory for input tensors."),
        (
            .failedToInvokeSignature(signatureKey: "k"),
            "Failed to invoke the signature runner with key (k)."
        ),
        (.allocateTensorsRequired, "Must call allocateTensors()."),
    ])
    func signatureRunnerError(error: SignatureRunnerError, text: String) {
        #expect(error.errorDescription == text)
        #expect(error.description == text)
        #expect(error.localizedDescription == text)
    }
}
