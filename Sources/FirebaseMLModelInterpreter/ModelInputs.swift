public import Foundation
import SightDropIn

/// What a model is given, in the order of its inputs.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRModelInputs)
#endif
public final class ModelInputs: NSObject {
    /// The inputs as given.
    private(set) var values: [Any] = []

    /// Makes inputs without any.
    public override init() { super.init() }

    /// Adds the next input: `Data`, or nested arrays of numbers.
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
