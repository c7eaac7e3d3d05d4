import SightTensor

extension Tensor {
    /// The type of a tensor's elements.
    ///
    /// The original module has no case for 8-bit signed tensors and refuses to show them.
    /// Nor does it show strings. ``int8`` and ``string`` are extensions: code that switches over all
    /// cases needs them, or a `default`.
    public enum DataType: Equatable, Hashable, Sendable {
        /// One byte, 0 or 1.
        case bool
        /// Unsigned, 8 bits.
        case uInt8
        /// Signed, 8 bits. Not in the original module.
        case int8
        /// Signed, 16 bits.
        case int16
        /// Signed, 32 bits.
        case int32
        /// Signed, 64 bits.
        case int64
        /// IEEE 754 binary16.
        case float16
        /// IEEE 754 binary32.
        case float32
        /// IEEE 754 binary64.
        case float64
        /// Any bytes, of any length. Not in the original module.
        case string

        /// The case for a type of the engine; `nil` when there is none.
        init?(_ elementType: ElementType) {
            switch elementType {
            case .bool: self = .bool
            case .uint8: self = .uInt8
            case .int8: self = .int8
            case .int16: self = .int16
            case .int32: self = .int32
            case .int64: self = .int64
            case .float16: self = .float16
            case .float32: self = .float32
            case .float64: self = .float64
            case .string: self = .string
            case .complex64, .complex128, .uint64, .resource, .variant, .uint32, .uint16,
                .int4:
                return nil
            }
        }
    }
}
