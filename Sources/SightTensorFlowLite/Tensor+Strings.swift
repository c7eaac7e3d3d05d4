import Foundation
import SightModelFile

/// Tensors of strings, which the original module refuses.
extension Tensor {
    /// The elements of a tensor of strings; `nil` for other types.
    ///
    /// A model's strings are any bytes; what is no UTF-8 becomes U+FFFD here, ``data`` has it as it
    /// is: an int32 count, the int32 place of each string and of the end, then the strings.
    public var strings: [String]? {
        guard dataType == .string else { return nil }
        return data.withUnsafeBytes { StringPacking.unpack($0) }?.map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
