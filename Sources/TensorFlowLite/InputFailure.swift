/// Why data cannot fill an input; each class says it in its own errors.
enum InputFailure: Error {
    case notAllocated
    case count(provided: Int, required: Int)
    /// The bytes are no packed strings.
    case notPacked
    /// Strings for an input of numbers.
    case otherType
}

extension InterpreterError {
    init(_ failure: InputFailure) {
        self =
            switch failure {
            case .notAllocated: .allocateTensorsRequired
            case .count(let provided, let required):
                .invalidTensorDataCount(provided: provided, required: required)
            case .notPacked: .failedToCopyDataToInputTensor
            case .otherType: .invalidTensorDataType
            }
    }
}

extension SignatureRunnerError {
    init(_ failure: InputFailure) {
        self =
            switch failure {
            case .notAllocated: .allocateTensorsRequired
            case .count(let provided, let required):
                .invalidTensorDataCount(provided: provided, required: required)
            case .notPacked: .failedToCopyDataToInputTensor
            case .otherType: .invalidTensorDataType
            }
    }
}
