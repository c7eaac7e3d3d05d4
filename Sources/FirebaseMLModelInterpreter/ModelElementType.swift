/// The type of the numbers of an input or an output.
#if canImport(ObjectiveC)
    @objc(FIRModelElementType)
#endif
public enum ModelElementType: UInt, Sendable {
    /// Not stated; refused.
    case unknown = 0
    /// IEEE 754 binary32.
    case float32 = 1
    /// Signed, 32 bits.
    case int32 = 2
    /// Unsigned, 8 bits.
    case uInt8 = 3
    /// Signed, 64 bits.
    case int64 = 4
}
