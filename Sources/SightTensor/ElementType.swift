/// The type of the elements of a tensor.
///
/// The raw value is the number of the type in the TensorFlow Lite schema (`TensorType`).
public enum ElementType: Int, Hashable, Sendable, CaseIterable {
    /// IEEE 754 binary32.
    case float32 = 0
    /// IEEE 754 binary16.
    case float16 = 1
    /// Two's complement, 32 bits.
    case int32 = 2
    /// Unsigned, 8 bits.
    case uint8 = 3
    /// Two's complement, 64 bits.
    case int64 = 4
    /// Bytes of any length; in memory a 32-bit number stands for each string.
    case string = 5
    /// One byte, 0 or 1.
    case bool = 6
    /// Two's complement, 16 bits.
    case int16 = 7
    /// Two `float32`, real then imaginary.
    case complex64 = 8
    /// Two's complement, 8 bits.
    case int8 = 9
    /// IEEE 754 binary64.
    case float64 = 10
    /// Two `float64`, real then imaginary.
    case complex128 = 11
    /// Unsigned, 64 bits.
    case uint64 = 12
    /// A 32-bit handle of a variable.
    case resource = 13
    /// A handle of any value, without a fixed size.
    case variant = 14
    /// Unsigned, 32 bits.
    case uint32 = 15
    /// Unsigned, 16 bits.
    case uint16 = 16
    /// Two's complement, 4 bits; two elements per byte, the first in the low half.
    case int4 = 17
    /// Two's complement, 2 bits; four elements per byte, the first in the lowest bits.
    case int2 = 19

    /// The number of bits of one element in memory; `nil` for types without a fixed size.
    public var bitWidth: Int? {
        switch self {
        case .int2: 2
        case .int4: 4
        case .uint8, .int8, .bool: 8
        case .float16, .int16, .uint16: 16
        case .float32, .int32, .uint32, .resource, .string: 32
        case .int64, .uint64, .float64, .complex64: 64
        case .complex128: 128
        case .variant: nil
        }
    }

    /// The number of bytes that `count` elements need, rounded up to whole bytes.
    ///
    /// - Returns: `nil` for types without a fixed size, for a negative count, and if the product
    ///   overflows.
    public func byteCount(of count: Int) -> Int? {
        guard let bitWidth else { return nil }
        let (bits, overflow) = count.multipliedReportingOverflow(by: bitWidth)
        return overflow || bits < 0 ? nil : bits / 8 + (bits % 8 == 0 ? 0 : 1)
    }
}

extension ElementType: CustomStringConvertible {
    /// The name as TensorFlow Lite prints it, such as `uint8`.
    public var description: String {
        switch self {
        case .float32: "float32"
        case .float16: "float16"
        case .int32: "int32"
        case .uint8: "uint8"
        case .int64: "int64"
        case .string: "string"
        case .bool: "bool"
        case .int16: "int16"
        case .complex64: "complex64"
        case .int8: "int8"
        case .float64: "float64"
        case .complex128: "complex128"
        case .uint64: "uint64"
        case .resource: "resource"
        case .variant: "variant"
        case .uint32: "uint32"
        case .uint16: "uint16"
        case .int4: "int4"
        case .int2: "int2"
        }
    }
}
