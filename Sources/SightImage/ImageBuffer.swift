public import SightGeometry

/// Pixels of one picture as stored, before any orientation is applied.
///
/// A value: copies share the storage and nothing ever writes to it. Checked when made, so that
/// code that has a buffer need not check again.
public struct ImageBuffer: Hashable, Sendable {
    /// Pixels in a row, at least 1.
    public let width: Int
    /// Rows, at least 1.
    public let height: Int
    /// How bytes stand for colours.
    public let format: PixelFormat
    /// One plane; luma, then chroma for NV12; luma, Cb and Cr for I420.
    public let planes: [ImagePlane]

    /// The largest width or height of a picture.
    public static let maximumSide = 1 << 20

    /// Makes a picture of one plane: any format without chroma planes.
    ///
    /// - Parameters:
    ///   - width: pixels in a row.
    ///   - height: rows.
    ///   - format: how bytes stand for colours.
    ///   - rowBytes: bytes from one row to the next; rows without gaps when `nil`.
    ///   - bytes: the rows, top row first.
    /// - Throws: `invalidDimensions`, `invalidRowBytes`, `tooFewBytes`, `tooLarge`,
    ///   `unsupportedFormat` for NV12 and I420.
    public init(
        width: Int, height: Int, format: PixelFormat, rowBytes: Int? = nil, bytes: [UInt8]
    ) throws(ImageError) {
        try Self.check(width: width, height: height)
        guard format.chromaStep == 0 else {
            throw ImageError(.unsupportedFormat, "\(format) has several planes, one is given")
        }
        let rowWidth = width * format.bytesPerPixel
        let plane = try ImagePlane(
            bytes: bytes, rowBytes: rowBytes ?? rowWidth, rowWidth: rowWidth, height: height,
            name: "\(format) picture of \(width)×\(height)")
        self.init(unchecked: width, height, format, [plane])
    }

    /// Makes an NV12 picture of two planes.
    ///
    /// - Parameters:
    ///   - width: luma samples in a row.
    ///   - height: luma rows.
    ///   - range: range of the bytes.
    ///   - luma: rows of one byte a pixel.
    ///   - lumaRowBytes: bytes from one luma row to the next.
    ///   - chroma: rows of Cb, Cr pairs; half as many as luma rows, rounded up.
    ///   - chromaRowBytes: bytes from one chroma row to the next.
    /// - Throws: `invalidDimensions`, `invalidRowBytes`, `tooFewBytes`, `tooLarge`.
    public init(
        width: Int, height: Int, range: NV12Range, luma: [UInt8], lumaRowBytes: Int,
        chroma: [UInt8], chromaRowBytes: Int
    ) throws(ImageError) {
        try Self.check(width: width, height: height)
        let name = "\(PixelFormat.nv12(range)) picture of \(width)×\(height)"
        let first = try ImagePlane(
            bytes: luma, rowBytes: lumaRowBytes, rowWidth: width, height: height,
            name: name + ", luma")
        let second = try ImagePlane(
            bytes: chroma, rowBytes: chromaRowBytes, rowWidth: (width + 1) / 2 * 2,
            height: (height + 1) / 2, name: name + ", chroma")
        self.init(unchecked: width, height, .nv12(range), [first, second])
    }

    /// Makes an I420 picture of three planes.
    ///
    /// - Parameters:
    ///   - width: luma samples in a row.
    ///   - height: luma rows.
    ///   - encoding: what the bytes mean.
    ///   - luma: rows of one byte a pixel.
    ///   - lumaRowBytes: bytes from one luma row to the next.
    ///   - cb: rows of one byte for two pixels; half as many as luma rows, rounded up.
    ///   - cr: the same for Cr.
    ///   - chromaRowBytes: bytes from one row to the next in both chroma planes.
    /// - Throws: `invalidDimensions`, `invalidRowBytes`, `tooFewBytes`, `tooLarge`.
    public init(
        width: Int, height: Int, encoding: YCbCrEncoding, luma: [UInt8], lumaRowBytes: Int,
        cb: [UInt8], cr: [UInt8], chromaRowBytes: Int
    ) throws(ImageError) {
        try Self.check(width: width, height: height)
        let name = "\(PixelFormat.i420(encoding)) picture of \(width)×\(height)"
        var planes = [
            try ImagePlane(
                bytes: luma, rowBytes: lumaRowBytes, rowWidth: width, height: height,
                name: name + ", luma")
        ]
        for (bytes, label) in [(cb, "Cb"), (cr, "Cr")] {
            planes.append(
                try ImagePlane(
                    bytes: bytes, rowBytes: chromaRowBytes, rowWidth: (width + 1) / 2,
                    height: (height + 1) / 2, name: "\(name), \(label)"))
        }
        self.init(unchecked: width, height, .i420(encoding), planes)
    }

    /// Makes an RGB picture of rows without gaps that the caller has just filled.
    init(filledWidth width: Int, height: Int, rgb: [UInt8]) {
        self.init(
            unchecked: width, height, .rgb8, [ImagePlane(unchecked: rgb, rowBytes: 3 * width)])
    }

    /// Makes a picture of planes that the caller has just filled, all of the right size.
    init(filledWidth width: Int, height: Int, format: PixelFormat, planes: [ImagePlane]) {
        self.init(unchecked: width, height, format, planes)
    }

    private init(
        unchecked width: Int, _ height: Int, _ format: PixelFormat, _ planes: [ImagePlane]
    ) {
        self.width = width
        self.height = height
        self.format = format
        self.planes = planes
    }

    private static func check(width: Int, height: Int) throws(ImageError) {
        guard width > 0, height > 0 else {
            throw ImageError(
                .invalidDimensions, "a picture of \(width)×\(height) pixels has no content")
        }
        guard width <= maximumSide, height <= maximumSide else {
            throw ImageError(
                .tooLarge, "\(width)×\(height) pixels: sides are limited to \(maximumSide)")
        }
    }

    /// Width and height in the space of stored pixels.
    public var size: Size<Source> { Size(width: Float(width), height: Float(height)) }
}
