package import Foundation

/// An error as TensorFlowLiteObjC reports it: a domain, a number of that domain and a text.
///
/// The numbers are those of `TFLInterpreterErrorCode` and `TFLSignatureRunnerErrorCode`.
package struct TFLFailure: Equatable {
    /// The domain of errors of interpreters and their tensors.
    package static let interpreterDomain = "org.tensorflow.lite.interpreter"
    /// The domain of errors of signature runners and their tensors.
    package static let runnerDomain = "org.tensorflow.lite.SignatureRunner"

    package let domain: String
    package let code: Int
    package let text: String

    /// A failure of an interpreter that its Swift form does not distinguish.
    package static func interpreter(_ code: Int, _ text: String) -> TFLFailure {
        TFLFailure(domain: interpreterDomain, code: code, text: text)
    }

    /// A failure of a signature runner that its Swift form does not distinguish.
    package static func runner(_ code: Int, _ text: String) -> TFLFailure {
        TFLFailure(domain: runnerDomain, code: code, text: text)
    }

    /// The same for Objective-C.
    package var nsError: NSError {
        NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// Runs Swift's form of a call and throws its errors as Objective-C expects them.
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

    /// The extents of a shape; both classes take positive numbers only, and at least one.
    ///
    /// - Throws: an `NSError` with the number of an invalid shape.
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
    /// An interpreter's error.
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

    /// A signature runner's error.
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
