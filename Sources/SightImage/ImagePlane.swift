/// One plane of an image: rows of bytes, top row first.
public struct ImagePlane: Hashable, Sendable {
    /// The rows, one after the other; the last row may end after its last pixel.
    public let bytes: [UInt8]
    /// Bytes from the start of one row to the start of the next.
    public let rowBytes: Int

    /// Makes a plane after checking that all rows fit.
    ///
    /// - Parameters:
    ///   - bytes: the rows.
    ///   - rowBytes: bytes from one row to the next.
    ///   - rowWidth: bytes of a row that belong to pixels.
    ///   - height: number of rows.
    ///   - name: what to call the plane in an error.
    /// - Throws: `invalidRowBytes`, `tooFewBytes`, `tooLarge`.
    init(
        bytes: [UInt8], rowBytes: Int, rowWidth: Int, height: Int, name: String
    ) throws(ImageError) {
        guard rowBytes >= rowWidth else {
            throw ImageError(
                .invalidRowBytes, "\(name): \(rowBytes) bytes a row, pixels need \(rowWidth)")
        }
        // Offsets inside a plane are 32 bits wide in the kernels.
        let (start, overflow) = rowBytes.multipliedReportingOverflow(by: height - 1)
        guard !overflow, start <= Int(Int32.max) - rowWidth, bytes.count <= Int(Int32.max) else {
            throw ImageError(.tooLarge, "\(name): \(height) rows of \(rowBytes) bytes exceed 2 GiB")
        }
        guard bytes.count >= start + rowWidth else {
            throw ImageError(
                .tooFewBytes,
                "\(name): \(bytes.count) bytes, \(height) rows need \(start + rowWidth)")
        }
        self.bytes = bytes
        self.rowBytes = rowBytes
    }

    /// Makes a plane of rows without gaps that the caller has just filled.
    init(unchecked bytes: [UInt8], rowBytes: Int) {
        self.bytes = bytes
        self.rowBytes = rowBytes
    }
}
