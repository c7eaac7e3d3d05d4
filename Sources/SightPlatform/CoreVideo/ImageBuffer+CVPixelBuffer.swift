public import SightImage

#if canImport(Darwin)
    public import CoreVideo
#endif

extension ImageBuffer {
    /// Makes an image of the buffer of a camera or decoder, without copying its pixels.
    ///
    /// The image retains the buffer. Do not write to the buffer while the image exists. A camera
    /// has only a few buffers, so release images soon. 420f and 420v are read with the matrix that
    /// the buffer states: BT.601, BT.709 or BT.2020. If it states none, 420v with at least 720 rows
    /// is read with BT.709, and other buffers are read with BT.601.
    ///
    /// - Parameter pixelBuffer: BGRA, 420f or 420v.
    /// - Throws: `unsupportedFormat` for other pixel formats, `unreadable` when the memory cannot
    ///   be locked.
    public init(_ pixelBuffer: CVPixelBuffer) throws(ImageError) {
        let format: PixelFormat
        switch CVPixelBufferGetPixelFormatType(pixelBuffer) {
        case kCVPixelFormatType_32BGRA: format = .bgra8
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: format = .nv12(.full)
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: format = .nv12(.video)
        case let type:
            throw ImageError(
                .unsupportedFormat,
                "CVPixelBuffer of format \(Self.name(of: type)): use 32BGRA ('BGRA'), "
                    + "420YpCbCr8BiPlanarFullRange ('420f') or "
                    + "420YpCbCr8BiPlanarVideoRange ('420v')")
        }
        let pixels = LockedPixelBuffer(pixelBuffer)
        try self.init(
            lending: pixels, width: pixels.width, height: pixels.height, format: format,
            rowBytes: pixels.rowBytes)
        if case .nv12(let range) = format {
            nv12Matrix = YCbCrEncoding.Matrix(
                coreVideo: pixels.matrixName, height: pixels.height, range: range)
        }
    }

    /// Returns a format's four characters, or its number.
    private static func name(of format: OSType) -> String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: format >> (24 - 8 * $0)) }
        let isText = bytes.allSatisfy { (0x20..<0x7F).contains($0) }
        return isText ? "'\(String(decoding: bytes, as: UTF8.self))'" : "\(format)"
    }
}
