/// The range of the luma and chroma bytes of NV12 and I420 images.
public enum LumaRange: Hashable, Sendable {
    /// Luma in 16…235 and chroma in 16…240 (`420v`), as cameras and videos deliver them.
    case video
    /// Luma and chroma in 0…255 (`420f`).
    case full
}
