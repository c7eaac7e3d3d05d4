import Sight

/// A decoded image and the time that decoding took.
struct MeasuredImage: Sendable {
    let image: VisionImage
    /// Whether the file is cut off or damaged, so that pixels may be missing or wrong.
    let isDamaged: Bool
    let milliseconds: Double
}
