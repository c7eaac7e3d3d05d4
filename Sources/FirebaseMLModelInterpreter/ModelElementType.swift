/// The type of the elements of an input or an output.
#if canImport(ObjectiveC)
    @objc(FIRModelElementType)
#endif
public enum ModelElementType: UInt, Sendable {
    /// An unspecified type, which is refused.
    case unknown = 0
    /// A 32-bit floating-point number, IEEE 754 binary32.
    case float32 = 1
    /// A signed integer of 32 bits.
    case int32 = 2
    /// An unsigned integer of 8 bits.
    case uInt8 = 3
    /// A signed integer of 64 bits.
    case int64 = 4
}
