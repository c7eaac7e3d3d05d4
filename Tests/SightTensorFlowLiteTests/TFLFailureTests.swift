import Foundation
import SightTensorFlowLite
import Testing

/// Errors in Objective-C, with the domains and codes of TensorFlowLiteObjC.
@Suite struct TFLFailureTests {
    @Test(arguments: [
        (InterpreterError.invalidTensorIndex(index: 3, maxIndex: 1), 0),
        (.invalidTensorDataCount(provided: 7, required: 8), 1), (.failedToLoadModel, 3),
        (.failedToCreateInterpreter, 4), (.tensorFlowLiteError("why"), 5),
        (.invalidTensorDataType, 7), (.failedToResizeInputTensor(index: 2), 8),
        (.failedToCopyDataToInputTensor, 9), (.failedToAllocateTensors, 12),
        (.allocateTensorsRequired, 13), (.invokeInterpreterRequired, 14),
    ])
    func interpreter(error: InterpreterError, code: Int) {
        let bridged = #expect(throws: NSError.self) { try TFLFailure.bridging { throw error } }
        #expect(bridged?.domain == "org.tensorflow.lite.interpreter")
        #expect(bridged?.code == code)
        #expect(bridged?.localizedDescription == error.description)
    }

    @Test(arguments: [
        (SignatureRunnerError.invalidTensorDataCount(provided: 7, required: 8), 0),
        (.failedToCreateSignatureRunner(signatureKey: "a"), 2),
        (.failedToInvokeSignature(signatureKey: "a"), 3),
        (.failedToGetTensor(tensorType: "input", nameInSignature: "b"), 4),
        (.invalidTensorDataType, 5), (.failedToResizeInputTensor(inputName: "b"), 6),
        (.failedToCopyDataToInputTensor, 7), (.failedToAllocateTensors, 10),
        (.allocateTensorsRequired, 10),
    ])
    func runner(error: SignatureRunnerError, code: Int) {
        let bridged = #expect(throws: NSError.self) { try TFLFailure.bridging { throw error } }
        #expect(bridged?.domain == "org.tensorflow.lite.SignatureRunner")
        #expect(bridged?.code == code)
        #expect(bridged?.localizedDescription == error.description)
    }

    @Test func shapes() throws {
        let domain = TFLFailure.interpreterDomain
        #expect(try TFLFailure.extents([1, 2, 3], in: domain) == [1, 2, 3])
        for shape: [NSNumber] in [[], [1, 0], [-2]] {
            for (domain, code) in [(domain, 2), (TFLFailure.runnerDomain, 1)] {
                let error = #expect(throws: NSError.self) {
                    try TFLFailure.extents(shape, in: domain)
                }
                #expect(error?.domain == domain)
                #expect(error?.code == code)
            }
        }
    }

    @Test func otherErrorsPass() {
        #expect(throws: CancellationError.self) {
            try TFLFailure.bridging { throw CancellationError() }
        }
    }
}
