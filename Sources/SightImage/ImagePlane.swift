/// One plane of an image: rows of bytes, top row first.
public struct ImagePlane: Sendable {
    /// The memory of the rows.
    private enum Storage: Sendable {
        case own([UInt8])
        /// The memory of another owner, the plane's number in it, and its number of bytes.
        case lent(any LentPixels, index: Int, count: Int)
    }

    private let storage: Storage
    /// Bytes from the start of one row to the start of the next.
    public let rowBytes: Int

    /// The rows, one after the other; a copy if the memory belongs to another owner.
    ///
    /// The last row may end with its last pixel.
    public var bytes: [UInt8] {
        switch storage {
        case .own(let bytes): bytes
        case .lent(_, _, let count):
            // If the memory is no longer available, all bytes are 0; so there are always enough for
            // the rows.
            withBytes { [UInt8]($0) } ?? [UInt8](repeating: 0, count: count)
        }
    }

    /// Whether the rows are in the memory of another owner.
    package var isLent: Bool {
        if case .lent = storage { true } else { false }
    }

    /// Calls `body` with the rows in place, without a copy.
    ///
    /// - Parameter body: reads the bytes, which are valid until it returns.
    /// - Returns: the result of `body`; `nil` if the memory of another owner is not available.
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
    ///   - rowWidth: the number of bytes of a row that belong to pixels.
    ///   - height: number of rows.
    ///   - name: the name of the plane in an error.
    /// - Throws: `invalidRowBytes`, `tooFewBytes`, `tooLarge`.
    init(
        bytes: [UInt8], rowBytes: Int, rowWidth: Int, height: Int, name: String
    ) throws(ImageError) {
        try Self.check(
            count: bytes.count, rowBytes: rowBytes, rowWidth: rowWidth, height: height, name: name)
        storage = .own(bytes)
        self.rowBytes = rowBytes
    }

    /// Makes a plane in the memory of another owner after checking that all rows fit.
    ///
    /// - Parameters:
    ///   - pixels: the owner of the memory.
    ///   - index: the plane's number in that memory.
    ///   - rowBytes: bytes from one row to the next.
    ///   - rowWidth: the number of bytes of a row that belong to pixels.
    ///   - height: number of rows.
    ///   - name: the name of the plane in an error.
    /// - Throws: `unreadable`, `invalidRowBytes`, `tooFewBytes`, `tooLarge`.
    init(
        lending pixels: any LentPixels, index: Int, rowBytes: Int, rowWidth: Int, height: Int,
        name: String
    ) throws(ImageError) {
        guard let count = pixels.byteCount(ofPlane: index) else {
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

    @inline(never)
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
    /// Whether both planes have the same rows.
    public static func == (left: ImagePlane, right: ImagePlane) -> Bool {
        left.rowBytes == right.rowBytes && left.bytes == right.bytes
    }

    /// Hashes the rows.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rowBytes)
        hasher.combine(bytes)
    }
}
