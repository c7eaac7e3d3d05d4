/// One plane of an image: rows of bytes, top row first.
public struct ImagePlane: Sendable {
    /// Where the rows are.
    private enum Storage: Sendable {
        case own([UInt8])
        /// The plane's number in memory of others, and its bytes.
        case lent(any LentPixels, index: Int, count: Int)
    }

    private let storage: Storage
    /// Bytes from the start of one row to the start of the next.
    public let rowBytes: Int

    /// The rows, one after the other; a copy of them where the image's memory is another's.
    ///
    /// The last row may end with its last pixel.
    public var bytes: [UInt8] {
        switch storage {
        case .own(let bytes): bytes
        case .lent(_, _, let count):
            // Memory that is gone reads as 0, so that there are as many bytes as rows need.
            withBytes { [UInt8]($0) } ?? [UInt8](repeating: 0, count: count)
        }
    }

    /// Whether the rows are in memory of others.
    package var isLent: Bool {
        if case .lent = storage { true } else { false }
    }

    /// Shows the rows where they are, without a copy.
    ///
    /// - Parameter body: reads the bytes, which are valid until it returns.
    /// - Returns: what `body` returns; `nil` when memory of others cannot be had.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        switch storage {
        case .own(let bytes): bytes.withUnsafeBytes(body)
        case .lent(let pixels, let index, let count):
            pixels.withPlane(index) { $0.count >= count ? body($0) : nil } ?? nil
        }
    }

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
        try Self.check(
            count: bytes.count, rowBytes: rowBytes, rowWidth: rowWidth, height: height, name: name)
        storage = .own(bytes)
        self.rowBytes = rowBytes
    }

    /// Makes a plane of memory of others after checking that all rows fit.
    ///
    /// - Parameters:
    ///   - pixels: lends the memory.
    ///   - index: the plane's number there.
    ///   - rowBytes: bytes from one row to the next.
    ///   - rowWidth: bytes of a row that belong to pixels.
    ///   - height: number of rows.
    ///   - name: what to call the plane in an error.
    /// - Throws: `unreadable`, `invalidRowBytes`, `tooFewBytes`, `tooLarge`.
    init(
        lending pixels: any LentPixels, index: Int, rowBytes: Int, rowWidth: Int, height: Int,
        name: String
    ) throws(ImageError) {
        guard let count = pixels.withPlane(index, { $0.count }) else {
            throw ImageError(.unreadable, "\(name): the memory cannot be locked")
        }
        try Self.check(
            count: count, rowBytes: rowBytes, rowWidth: rowWidth, height: height, name: name)
        storage = .lent(pixels, index: index, count: count)
        self.rowBytes = rowBytes
    }

    /// Makes a plane of rows without gaps that the caller has just filled.
    init(unchecked bytes: [UInt8], rowBytes: Int) {
        storage = .own(bytes)
        self.rowBytes = rowBytes
    }

    private static func check(
        count: Int, rowBytes: Int, rowWidth: Int, height: Int, name: String
    ) throws(ImageError) {
        guard rowBytes >= rowWidth else {
            throw ImageError(
                .invalidRowBytes, "\(name): \(rowBytes) bytes a row, pixels need \(rowWidth)")
        }
        // Offsets inside a plane are 32 bits wide in the kernels.
        let (start, overflow) = rowBytes.multipliedReportingOverflow(by: height - 1)
        guard !overflow, start <= Int(Int32.max) - rowWidth, count <= Int(Int32.max) else {
            throw ImageError(.tooLarge, "\(name): \(height) rows of \(rowBytes) bytes exceed 2 GiB")
        }
        guard count >= start + rowWidth else {
            throw ImageError(
                .tooFewBytes, "\(name): \(count) bytes, \(height) rows need \(start + rowWidth)")
        }
    }
}

extension ImagePlane: Hashable {
    /// Whether both have the same rows.
    public static func == (left: ImagePlane, right: ImagePlane) -> Bool {
        left.rowBytes == right.rowBytes && left.bytes == right.bytes
    }

    /// Hashes the rows.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rowBytes)
        hasher.combine(bytes)
    }
}
