public import Foundation
import SightDropIn

/// The values for the inputs of a model, in their order.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRModelInputs)
#endif
public final class ModelInputs: NSObject {
    /// The values in the form in which they were added.
    private(set) var values: [Any] = []

    /// Makes an empty list of inputs.
    public override init() { super.init() }

    /// Adds the value of the next input: `Data`, or nested arrays of numbers.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain` for anything else.
    #if canImport(ObjectiveC)
        @objc(addInput:error:)
    #endif
    public func addInput(_ input: Any) throws {
        guard input is Data || input is [Any] else {
            throw DropInError(
                .invalidArgument,
                "\(type(of: input)) is no input: use Data, or nested arrays of numbers"
            ).nsError
        }
        values.append(input)
    }
}
