import SightImage

#if canImport(Darwin)
    import CoreVideo
#endif

/// A pixel buffer whose memory is locked while it is read.
final class LockedPixelBuffer: LentPixels,
    @unchecked Sendable  // Apple's buffer may be read by any thread, but does not say so
{
    // Any thread may call the functions of CVPixelBuffer that are used here, locks for reading may
    // be nested, and nobody writes to a buffer after it was passed on.
    private let buffer: CVPixelBuffer

    /// Retains a buffer.
    init(_ buffer: CVPixelBuffer) { self.buffer = buffer }

    /// The width in pixels.
    var width: Int { CVPixelBufferGetWidth(buffer) }
    /// The height in pixels.
    var height: Int { CVPixelBufferGetHeight(buffer) }

    /// Core Video's name of the color matrix that the buffer states; `nil` if it states none.
    var matrixName: String? {
        #if canImport(Darwin)
            CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
        #else
            nil  // The buffers of this module have no attachments.
        #endif
    }

    /// The number of bytes from one row of a plane to the next.
    func rowBytes(_ index: Int) -> Int {
        CVPixelBufferIsPlanar(buffer)
            ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index)
            : CVPixelBufferGetBytesPerRow(buffer)
    }

    /// Locks the buffer, calls `body` with the bytes of a plane, and unlocks the buffer.
    func withPlane<Value>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        guard CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess else {
            return nil
        }
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let start =
            isPlanar
            ? CVPixelBufferGetBaseAddressOfPlane(buffer, index)
            : CVPixelBufferGetBaseAddress(buffer)
        let rows = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, index) : height
        // Chroma has two bytes for each pair; the memory may end with the last pixel.
        let rowWidth =
            isPlanar ? CVPixelBufferGetWidthOfPlane(buffer, index) * (index + 1) : 4 * width
        guard let start, rows > 0, rowBytes(index) >= rowWidth else { return nil }
        return body(
            UnsafeRawBufferPointer(
                start: start, count: rowBytes(index) * (rows - 1) + rowWidth))
    }
}
