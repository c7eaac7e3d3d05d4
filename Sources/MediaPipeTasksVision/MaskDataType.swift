/// What the places of a ``Mask`` are.
#if canImport(ObjectiveC)
    @objc(MPPMaskDataType)
#endif
public enum MaskDataType: UInt, Sendable {
    /// Bytes.
    case uInt8
    /// Floats.
    case float32
}
