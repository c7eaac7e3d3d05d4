public import Foundation
import SightDropIn

/// What a model computed.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRModelOutputs)
#endif
public final class ModelOutputs: NSObject, Sendable {
    /// Nested arrays of `NSNumber`, both of which never change.
    nonisolated(unsafe) private let values: [[Any]]

    init(_ values: [[Any]]) { self.values = values }

    /// The output at an index: nested arrays of `NSNumber` in the dimensions of the options.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain` when there is none.
    #if canImport(ObjectiveC)
        @objc(outputAtIndex:error:)
    #endif
    public func output(index: UInt) throws -> Any {
        guard let index = Int(exactly: index), values.indices.contains(index) else {
            throw DropInError(
                .invalidArgument, "there is no output \(index), the model has \(values.count)"
            ).nsError
        }
        return values[index]
    }
}
