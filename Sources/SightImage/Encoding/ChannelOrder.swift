/// The order of a pixel's colours in a model's input.
public enum ChannelOrder: String, Hashable, Sendable, CaseIterable {
    /// Red, green, blue: most models.
    case rgb
    /// Blue, green, red: models that were trained on what OpenCV reads.
    case bgr
}
