import SightTensor

extension Tensor {
    /// The type of a tensor's elements.
    ///
    /// The original module has no cases for 8-bit signed integers and strings, and refuses such
    /// tensors. ``int8`` and ``string`` are extensions: code that switches over all cases needs
    /// them, or a `default`.
    public enum DataType: Equatable, Hashable, Sendable {
        /// A Boolean in one byte, 0 or 1.
        case bool
        /// An unsigned integer of 8 bits.
        case uInt8
        /// A signed integer of 8 bits; not in the original module.
        case int8
        /// A signed integer of 16 bits.
        case int16
        /// A signed integer of 32 bits.
        case int32
        /// A signed integer of 64 bits.
        case int64
        /// A floating-point number of 16 bits, IEEE 754 binary16.
        case float16
        /// A floating-point number of 32 bits, IEEE 754 binary32.
        case float32
        /// A floating-point number of 64 bits, IEEE 754 binary64.
        case float64
        /// A string of any bytes and any length; not in the original module.
        case string

        /// Finds the case for a type of the engine; `nil` if there is none.
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
                .int4, .int2:
                return nil
            }
        }
    }
}
