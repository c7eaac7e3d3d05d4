/// The reason why data cannot fill an input, which each class converts to its own errors.
enum InputFailure: Error {
    case notAllocated
    case count(provided: Int, required: Int)
    /// The bytes are not packed strings.
    case notPacked
    /// The input contains numbers, not strings.
    case otherType
    /// The input is a constant of the model.
    case constant
}

/// The errors that inputs cause in an interpreter or a signature runner.
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
            case .notPacked, .constant: .failedToCopyDataToInputTensor
            case .otherType: .invalidTensorDataType
            }
    }
}
