public import Foundation
import SightDropIn

/// The outputs of a run.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRModelOutputs)
#endif
public final class ModelOutputs: NSObject, Sendable {
    /// The outputs as nested arrays of `NSNumber`, which never change.
    nonisolated(unsafe) private let values: [[Any]]

    init(_ values: [[Any]]) { self.values = values }

    /// Returns an output as nested arrays of `NSNumber` with the dimensions of the options.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain` if no output has the index.
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
