import SightImage
import SightPlatform

#if canImport(Darwin)
    import CoreVideo
#endif

extension CVPixelBuffer {
    /// A copy of the pixels, so that the camera may have its buffer back.
    ///
    /// - Throws: `invalidArgument` for pixel formats other than BGRA, 420f and 420v.
    func copied() throws(DropInError) -> ImageBuffer {
        guard CVPixelBufferLockBaseAddress(self, .readOnly) == kCVReturnSuccess else {
            throw DropInError(.invalidArgument, "the CVPixelBuffer cannot be locked")
        }
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        do throws(ImageError) {
            switch CVPixelBufferGetPixelFormatType(self) {
            case kCVPixelFormatType_32BGRA: return try packed()
            case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: return try biplanar(.full)
            case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: return try biplanar(.video)
            case let format:
                throw ImageError(
                    .unsupportedFormat,
                    "CVPixelBuffer of format \(Self.name(of: format)): use 32BGRA ('BGRA'), "
                        + "420YpCbCr8BiPlanarFullRange ('420f') or "
                        + "420YpCbCr8BiPlanarVideoRange ('420v')")
            }
        } catch {
            throw DropInError(error)
        }
    }

    private func packed() throws(ImageError) -> ImageBuffer {
        let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
        let rowBytes = CVPixelBufferGetBytesPerRow(self)
        let bytes = Self.rows(
            CVPixelBufferGetBaseAddress(self), rowBytes: rowBytes, rowWidth: 4 * width,
            height: height)
        return try ImageBuffer(
            width: width, height: height, format: .bgra8, rowBytes: rowBytes, bytes: bytes)
    }

    private func biplanar(_ range: LumaRange) throws(ImageError) -> ImageBuffer {
        let planes = (0..<2).map { index in
            let rowBytes = CVPixelBufferGetBytesPerRowOfPlane(self, index)
            let bytes = Self.rows(
                CVPixelBufferGetBaseAddressOfPlane(self, index), rowBytes: rowBytes,
                rowWidth: CVPixelBufferGetWidthOfPlane(self, index) * (index + 1),
                height: CVPixelBufferGetHeightOfPlane(self, index))
            return (rowBytes: rowBytes, bytes: bytes)
        }
        return try ImageBuffer(
            width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self), range: range,
            luma: planes[0].bytes, lumaRowBytes: planes[0].rowBytes, chroma: planes[1].bytes,
            chromaRowBytes: planes[1].rowBytes)
    }

    /// Copies rows; the last one ends with its last pixel, as memory of others may.
    private static func rows(
        _ base: UnsafeMutableRawPointer?, rowBytes: Int, rowWidth: Int, height: Int
    ) -> [UInt8] {
        guard let base, height > 0, rowBytes >= rowWidth else { return [] }
        let count = rowBytes * (height - 1) + rowWidth
        return [UInt8](UnsafeRawBufferPointer(start: base, count: count))
    }

    /// A format's four characters, or its number.
    private static func name(of format: OSType) -> String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: format >> (24 - 8 * $0)) }
        let isText = bytes.allSatisfy { (0x20..<0x7F).contains($0) }
        return isText ? "'\(String(decoding: bytes, as: UTF8.self))'" : "\(format)"
    }
}
