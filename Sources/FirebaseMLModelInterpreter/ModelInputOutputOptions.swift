public import Foundation
import SightDropIn

/// The types and dimensions of a model's inputs and outputs.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRModelInputOutputOptions)
#endif
public final class ModelInputOutputOptions: NSObject {
    /// The formats by index.
    private(set) var inputs: [Int: ModelFormat] = [:]
    private(set) var outputs: [Int: ModelFormat] = [:]

    /// Makes options without formats.
    public override init() { super.init() }

    /// Sets the type and the dimensions of an input.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain` for an unknown type, missing dimensions and
    ///   dimensions below 1.
    #if canImport(ObjectiveC)
        @objc(setInputFormatForIndex:type:dimensions:error:)
    #endif
    public func setInputFormat(index: UInt, type: ModelElementType, dimensions: [NSNumber]) throws {
        inputs[Int(clamping: index)] = try format(type, dimensions)
    }

    /// Sets the type and the dimensions of an output.
    ///
    /// - Throws: an `NSError` in `SightErrorDomain` for an unknown type, missing dimensions and
    ///   dimensions below 1.
    #if canImport(ObjectiveC)
        @objc(setOutputFormatForIndex:type:dimensions:error:)
    #endif
    public func setOutputFormat(index: UInt, type: ModelElementType, dimensions: [NSNumber]) throws
    {
        outputs[Int(clamping: index)] = try format(type, dimensions)
    }

    private func format(_ type: ModelElementType, _ dimensions: [NSNumber]) throws -> ModelFormat {
        do throws(DropInError) { return try ModelFormat(type, dimensions) } catch {
            throw error.nsError
        }
    }
}
