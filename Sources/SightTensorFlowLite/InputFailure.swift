/// Why data cannot fill an input; each class says it in its own errors.
enum InputFailure: Error {
    case notAllocated
    case count(provided: Int, required: Int)
    /// The bytes are no packed strings.
    case notPacked
    /// Strings for an input of numbers.
    case otherType
}

/// The errors of a class that takes inputs, as far as inputs cause them.
protocol InputError: Error {
    static var allocateTensorsRequired: Self { get }
    static var failedToCopyDataToInputTensor: Self { get }
    static var invalidTensorDataType: Self { get }
    static func invalidTensorDataCount(provided: Int, required: Int) -> Self
}

extension InterpreterError: InputError {}
extension SignatureRunnerError: InputError {}

extension InputError {
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
