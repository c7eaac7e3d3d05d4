/// The kind of object that an ``MPImage`` was made from.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Makes a type from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A `UIImage`.
    public static let image = MPImageSourceType(rawValue: 0)
    /// A `CVPixelBuffer`.
    public static let pixelBuffer = MPImageSourceType(rawValue: 1)
    /// A `CMSampleBuffer`.
    public static let sampleBuffer = MPImageSourceType(rawValue: 2)
}
