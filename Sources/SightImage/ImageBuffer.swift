public import SightGeometry

/// The pixels of one image as they are stored, before its orientation is applied.
///
/// A buffer is a value: copies share their bytes, and no code changes these. The initializers check
/// the sizes and the number of bytes, so code that receives a buffer does not have to.
public struct ImageBuffer: Hashable, Sendable {
    /// Pixels per row, at least 1.
    public let width: Int
    /// Number of rows, at least 1.
    public let height: Int
    /// The format, which says how the bytes represent colors.
    public let format: PixelFormat
    /// One plane for most formats; luma and chroma for NV12; luma, Cb and Cr for I420.
    public let planes: [ImagePlane]
    /// The color matrix of NV12, which the format does not state; meaningless in other formats.
    package var nv12Matrix = YCbCrEncoding.Matrix.bt601

    /// The largest width and height of an image, in pixels.
    public static let maximumSide = 1 << 20

    /// Creates an image of one plane, in any format without chroma planes.
    ///
    /// - Parameters:
    ///   - width: pixels per row.
    ///   - height: number of rows.
    ///   - format: the format, which says how the bytes represent colors.
    ///   - rowBytes: bytes from the start of one row to the start of the next; `nil` for rows
    ///     without gaps.
    ///   - bytes: the rows, top row first.
    /// - Throws: `invalidDimensions`, `invalidRowBytes`, `tooFewBytes`, `tooLarge`, and
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
            name: "\(format) image of \(width)×\(height)")
        self.init(unchecked: width, height, format, [plane])
    }

    /// Creates an NV12 image of two planes with the matrix of BT.601.
    ///
    /// - Parameters:
    ///   - width: luma samples per row.
    ///   - height: number of luma rows.
    ///   - range: range of the bytes.
    ///   - luma: rows with one byte per pixel.
    ///   - lumaRowBytes: bytes from the start of one luma row to the start of the next.
    ///   - chroma: rows of Cb and Cr pairs; half as many rows as luma has, rounded up.
    ///   - chromaRowBytes: bytes from the start of one chroma row to the start of the next.
    /// - Throws: `invalidDimensions`, `invalidRowBytes`, `tooFewBytes`, `tooLarge`.
    public init(
        width: Int, height: Int, range: LumaRange, luma: [UInt8], lumaRowBytes: Int,
        chroma: [UInt8], chromaRowBytes: Int
    ) throws(ImageError) {
        try Self.check(width: width, height: height)
        let name = "\(PixelFormat.nv12(range)) image of \(width)×\(height)"
        let first = try ImagePlane(
            bytes: luma, rowBytes: lumaRowBytes, rowWidth: width, height: height,
            name: name + ", luma")
        let second = try ImagePlane(
            bytes: chroma, rowBytes: chromaRowBytes, rowWidth: (width + 1) / 2 * 2,
            height: (height + 1) / 2, name: name + ", chroma")
        self.init(unchecked: width, height, .nv12(range), [first, second])
    }

    /// Creates an I420 image of three planes.
    ///
    /// - Parameters:
    ///   - width: luma samples per row.
    ///   - height: number of luma rows.
    ///   - encoding: the color matrix and the range of the bytes.
    ///   - luma: rows with one byte per pixel.
    ///   - lumaRowBytes: bytes from the start of one luma row to the start of the next.
    ///   - cb: rows with one byte for two pixels; half as many rows as luma has, rounded up.
    ///   - cr: the same for Cr.
    ///   - chromaRowBytes: bytes from the start of one row to the start of the next, in both chroma
    ///     planes.
    /// - Throws: `invalidDimensions`, `invalidRowBytes`, `tooFewBytes`, `tooLarge`.
    public init(
        width: Int, height: Int, encoding: YCbCrEncoding, luma: [UInt8], lumaRowBytes: Int,
        cb: [UInt8], cr: [UInt8], chromaRowBytes: Int
    ) throws(ImageError) {
        try Self.check(width: width, height: height)
        let name = "\(PixelFormat.i420(encoding)) image of \(width)×\(height)"
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

    /// Makes an image of pixels that are read in place, in one plane or in the two of NV12.
    ///
    /// - Parameters:
    ///   - pixels: the owner of the planes, which keeps them for as long as the image exists.
    ///   - width: pixels per row.
    ///   - height: number of rows.
    ///   - format: the format of the bytes; not I420.
    ///   - rowBytes: bytes from one row of a plane to the next.
    /// - Throws: `invalidDimensions`, `invalidRowBytes`, `tooFewBytes`, `tooLarge`, `unreadable`,
    ///   `unsupportedFormat`.
    package init(
        lending pixels: any LentPixels, width: Int, height: Int, format: PixelFormat,
        rowBytes: (_ plane: Int) -> Int
    ) throws(ImageError) {
        try Self.check(width: width, height: height)
        let name = "\(format) image of \(width)×\(height)"
        var planes = [
            try ImagePlane(
                lending: pixels, index: 0, rowBytes: rowBytes(0),
                rowWidth: width * format.bytesPerPixel, height: height, name: name)
        ]
        switch format {
        case .i420: throw ImageError(.unsupportedFormat, "\(format) pixels cannot be lent")
        case .rgb8, .rgba8, .bgra8, .gray8: break
        case .nv12:
            planes.append(
                try ImagePlane(
                    lending: pixels, index: 1, rowBytes: rowBytes(1),
                    rowWidth: (width + 1) / 2 * 2, height: (height + 1) / 2,
                    name: name + ", chroma"))
        }
        self.init(unchecked: width, height, format, planes)
    }

    /// Makes an RGB image of rows without gaps that the caller has just filled.
    init(filledWidth width: Int, height: Int, rgb: [UInt8]) {
        self.init(
            unchecked: width, height, .rgb8, [ImagePlane(unchecked: rgb, rowBytes: 3 * width)])
    }

    /// Makes an image of planes that the caller has just filled, all of the right size.
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

    @inline(never)
    private static func check(width: Int, height: Int) throws(ImageError) {
        guard width > 0, height > 0 else {
            throw ImageError(
                .invalidDimensions, "an image of \(width)×\(height) pixels has no content")
        }
        guard width <= maximumSide, height <= maximumSide else {
            throw ImageError(
                .tooLarge, "\(width)×\(height) pixels: sides are limited to \(maximumSide)")
        }
    }

    /// The width and the height in stored pixels.
    public var size: Size<Source> { Size(width: Float(width), height: Float(height)) }
}
