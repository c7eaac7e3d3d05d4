/// The type of the elements of a ``Mask``.
#if canImport(ObjectiveC)
    @objc(MPPMaskDataType)
#endif
public enum MaskDataType: UInt, Sendable {
    /// Bytes.
    case uInt8
    /// Floats.
    case float32
}
