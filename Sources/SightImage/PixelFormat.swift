/// The representation of colors by the bytes of an image.
public enum PixelFormat: Hashable, Sendable {
    /// Red, green, blue; 3 bytes per pixel.
    case rgb8
    /// Red, green, blue, alpha; 4 bytes per pixel. Alpha is ignored.
    case rgba8
    /// Blue, green, red, alpha; 4 bytes per pixel. Alpha is ignored.
    case bgra8
    /// Gray; 1 byte per pixel.
    case gray8
    /// A plane of luma and a plane of Cb and Cr pairs, one pair for 2 × 2 pixels.
    ///
    /// The matrix is that of BT.601, unless a camera's buffer states another one.
    case nv12(LumaRange)
    /// A plane of luma, a plane of Cb and a plane of Cr, one chroma byte for 2 × 2 pixels, as video
    /// decoders deliver them.
    case i420(YCbCrEncoding)

    /// The number of bytes of one pixel in the first plane.
    package var bytesPerPixel: Int {
        switch self {
        case .rgb8: 3
        case .rgba8, .bgra8: 4
        case .gray8, .nv12, .i420: 1
        }
    }

    /// The bytes from one chroma sample to the next in the planes after the first; 0 without
    /// chroma.
    package var chromaStep: Int {
        switch self {
        case .rgb8, .rgba8, .bgra8, .gray8: 0
        case .nv12: 2
        case .i420: 1
        }
    }

    /// The meaning of luma and chroma, with BT.601 for NV12; `nil` for formats without them.
    ///
    /// `ImageBuffer.yCbCr` has the matrix of an NV12 image.
    var yCbCr: YCbCrEncoding? {
        switch self {
        case .rgb8, .rgba8, .bgra8, .gray8: nil
        case .nv12(let range): YCbCrEncoding(range: range)
        case .i420(let encoding): encoding
        }
    }
}

extension PixelFormat: CustomStringConvertible {
    /// The format's name, such as `rgb8`.
    public var description: String {
        switch self {
        case .rgb8: "rgb8"
        case .rgba8: "rgba8"
        case .bgra8: "bgra8"
        case .gray8: "gray8"
        case .nv12(.video): "nv12 (video range)"
        case .nv12(.full): "nv12 (full range)"
        case .i420(let encoding): "i420 (\(encoding.matrix), \(encoding.range) range)"
        }
    }
}
