package import Foundation

/// An error in the form of TensorFlowLiteObjC: a domain, a code of that domain and a message.
///
/// The codes are those of `TFLInterpreterErrorCode` and `TFLSignatureRunnerErrorCode`.
package struct TFLFailure: Equatable {
    /// The domain of errors of interpreters and their tensors.
    package static let interpreterDomain = "org.tensorflow.lite.interpreter"
    /// The domain of errors of signature runners and their tensors.
    package static let runnerDomain = "org.tensorflow.lite.SignatureRunner"

    package let domain: String
    package let code: Int
    package let text: String

    /// Makes an error of an interpreter that ``InterpreterError`` does not distinguish.
    package static func interpreter(_ code: Int, _ text: String) -> TFLFailure {
        TFLFailure(domain: interpreterDomain, code: code, text: text)
    }

    /// Makes an error of a signature runner that ``SignatureRunnerError`` does not distinguish.
    package static func runner(_ code: Int, _ text: String) -> TFLFailure {
        TFLFailure(domain: runnerDomain, code: code, text: text)
    }

    /// The error for Objective-C.
    package var nsError: NSError {
        NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// Runs a call of the Swift API, and converts its errors for Objective-C.
    ///
    /// - Throws: an `NSError` in one of the two domains.
    package static func bridging<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as InterpreterError {
            throw TFLFailure(error).nsError
        } catch let error as SignatureRunnerError {
            throw TFLFailure(error).nsError
        }
    }

    /// Checks a shape, which needs one or more positive extents, and returns its extents.
    ///
    /// - Throws: an `NSError` with the code of an invalid shape.
    package static func extents(_ shape: [NSNumber], in domain: String) throws -> [Int] {
        let extents = shape.map(\.intValue)
        guard !extents.isEmpty, extents.allSatisfy({ $0 > 0 }) else {
            let code = domain == interpreterDomain ? 2 : 1
            let text = "Invalid shape. It must be a list of positive integers that is not empty."
            throw TFLFailure(domain: domain, code: code, text: text).nsError
        }
        return extents
    }
}

extension TFLFailure {
    /// Converts an interpreter's error.
    package init(_ error: InterpreterError) {
        let code =
            switch error {
            case .invalidTensorIndex: 0
            case .invalidTensorDataCount: 1
            case .failedToLoadModel: 3
            case .failedToCreateInterpreter: 4
            case .tensorFlowLiteError: 5
            case .invalidTensorDataType: 7
            case .failedToResizeInputTensor: 8
            case .failedToCopyDataToInputTensor: 9
            case .failedToAllocateTensors: 12
            case .allocateTensorsRequired: 13
            case .invokeInterpreterRequired: 14
            }
        self = .interpreter(code, error.description)
    }

    /// Converts a signature runner's error.
    package init(_ error: SignatureRunnerError) {
        let code =
            switch error {
            case .invalidTensorDataCount: 0
            case .failedToCreateSignatureRunner: 2
            case .failedToInvokeSignature: 3
            case .failedToGetTensor: 4
            case .invalidTensorDataType: 5
            case .failedToResizeInputTensor: 6
            case .failedToCopyDataToInputTensor: 7
            case .failedToAllocateTensors, .allocateTensorsRequired: 10
            }
        self = .runner(code, error.description)
    }
}
