/// What luma and chroma bytes mean.
public struct YCbCrEncoding: Hashable, Sendable {
    /// How red, green and blue are mixed into luma and chroma.
    public enum Matrix: Hashable, Sendable {
        /// Standard definition, JPEG and most cameras.
        case bt601
        /// High definition.
        case bt709
        /// Ultra-high definition, non-constant luminance.
        case bt2020
    }

    /// How red, green and blue are mixed into luma and chroma.
    public var matrix: Matrix
    /// The range of the bytes.
    public var range: NV12Range

    /// Makes an encoding.
    public init(matrix: Matrix = .bt601, range: NV12Range = .video) {
        self.matrix = matrix
        self.range = range
    }
}
