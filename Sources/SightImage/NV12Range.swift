/// The range of luma and chroma bytes.
public enum NV12Range: Hashable, Sendable {
    /// Luma 16…235, chroma 16…240: `420v`, what cameras and video give.
    case video
    /// All of 0…255: `420f`.
    case full
}
