/// The elements of a tensor that a ``CustomOperator`` reads or writes, the last dimension fastest.
///
/// Quantized tensors come as the integers they hold.
public enum CustomTensor: Hashable, Sendable {
    /// IEEE 754 binary32.
    case float32([Float])
    /// Two's complement, 32 bits.
    case int32([Int32])
    /// Two's complement, 64 bits.
    case int64([Int64])
    /// Two's complement, 8 bits.
    case int8([Int8])
    /// Unsigned, 8 bits.
    case uint8([UInt8])
    /// True or false.
    case bool([Bool])

    /// The types of elements that custom operators can read and write.
    public enum ElementType: String, Hashable, Sendable, CaseIterable {
        /// The types, named as the cases of ``CustomTensor``.
        case float32, int32, int64, int8, uint8, bool
    }

    /// The type of the elements.
    public var elementType: ElementType {
        switch self {
        case .float32: .float32
        case .int32: .int32
        case .int64: .int64
        case .int8: .int8
        case .uint8: .uint8
        case .bool: .bool
        }
    }

    /// Number of elements.
    public var count: Int {
        switch self {
        case .float32(let values): values.count
        case .int32(let values): values.count
        case .int64(let values): values.count
        case .int8(let values): values.count
        case .uint8(let values): values.count
        case .bool(let values): values.count
        }
    }

    /// The elements of a `float32` tensor.
    ///
    /// - Throws: ``CustomOperatorError`` for another type.
    public func floats() throws(CustomOperatorError) -> [Float] {
        guard case .float32(let values) = self else {
            throw CustomOperatorError("a tensor is \(elementType), float32 is needed")
        }
        return values
    }

    /// The elements of a tensor of integers.
    ///
    /// - Throws: ``CustomOperatorError`` for `float32` and `bool`.
    public func integers() throws(CustomOperatorError) -> [Int] {
        switch self {
        case .int32(let values): return values.map(Int.init)
        case .int64(let values): return values.map(Int.init)
        case .int8(let values): return values.map(Int.init)
        case .uint8(let values): return values.map(Int.init)
        case .float32, .bool:
            throw CustomOperatorError("a tensor is \(elementType), integers are needed")
        }
    }
}
