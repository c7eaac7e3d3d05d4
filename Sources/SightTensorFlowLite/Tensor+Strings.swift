import Foundation
import SightModelFile

/// Tensors of strings, which the original module refuses.
extension Tensor {
    /// The elements of a tensor of strings; `nil` for other types.
    ///
    /// A model's strings may have any bytes; here, U+FFFD replaces invalid UTF-8. ``data`` has the
    /// original bytes: an int32 count, the int32 offset of each string and of the end, the strings.
    public var strings: [String]? {
        guard dataType == .string else { return nil }
        return data.withUnsafeBytes { StringPacking.unpack($0) }?.map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
