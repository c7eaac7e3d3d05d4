import SightTensor

/// An `.npy` file, versions 1.0 to 3.0, that is split into its header and its elements.
struct NPYFile {
    /// The longest header that is read; NumPy itself stops at 10,000 bytes.
    private static let maximumHeaderLength = 1 << 16
    private static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)

    let header: NPYHeader
    private let bytes: ArraySlice<UInt8>

    /// Returns whether bytes begin as an `.npy` file does.
    static func isBegun(by bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// Reads the header.
    ///
    /// - Throws: ``NPYError`` if the bytes are not such a file.
    init(parsing file: some RandomAccessCollection<UInt8>) throws(NPYError) {
        let file = Array(file)
        let (text, start) = try Self.header(file)
        header = try NPYHeader(parsing: text)
        bytes = file[start...]
    }

    /// Converts the elements to row-major order and each number in them to little-endian.
    ///
    /// - Parameters:
    ///   - width: the number of bytes of an element.
    ///   - partWidth: the number of bytes of each number in an element, which divides `width`.
    ///   - type: the element type for messages.
    /// - Returns: the bytes of all elements.
    /// - Throws: ``NPYError`` if there are too few or too many bytes.
    func elements(width: Int, partWidth: Int, type: String) throws(NPYError) -> [UInt8] {
        let (byteCount, overflow) = header.shape.elementCount.multipliedReportingOverflow(by: width)
        guard !overflow, byteCount == bytes.count else {
            throw NPYError(
                "the shape \(header.shape) of \(type) does not fit the \(bytes.count) bytes after "
                    + "the header")
        }
        var elements = Array(bytes)
        if header.isBigEndian { Self.reverseParts(&elements, width: partWidth) }
        return header.isFortranOrder ? rowMajor(elements, width: width) : elements
    }

    /// Returns the text of the header and the position of the elements.
    private static func header(_ file: [UInt8]) throws(NPYError) -> (text: String, start: Int) {
        guard file.count >= 10, isBegun(by: file) else {
            throw NPYError("not an .npy file: it does not begin with \\x93NUMPY")
        }
        let version = file[6]
        guard (1...3).contains(version) else {
            throw NPYError("version \(version).\(file[7]) is not supported, expected 1, 2 or 3")
        }
        let prefix = version == 1 ? 10 : 12
        guard file.count >= prefix else { throw NPYError("the header is cut short") }
        let length = file[8..<prefix].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= maximumHeaderLength, length <= file.count - prefix else {
            throw NPYError(
                "the header claims \(length) bytes, \(file.count - prefix) follow and "
                    + "\(maximumHeaderLength) are allowed")
        }
        let end = prefix + length
        return (String(decoding: file[prefix..<end], as: UTF8.self), end)
    }

    private static func reverseParts(_ bytes: inout [UInt8], width: Int) {
        guard width > 1 else { return }
        for start in stride(from: 0, to: bytes.count, by: width) {
            bytes[start..<start + width].reverse()
        }
    }

    /// Converts column-major elements of `width` bytes to row-major order.
    private func rowMajor(_ bytes: [UInt8], width: Int) -> [UInt8] {
        let shape = header.shape
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = [Int](repeating: 0, count: shape.rank)
        // In column-major order the first axis has stride 1.
        var strides = index
        var step = 1
        for axis in 0..<shape.rank {
            strides[axis] = step
            step *= shape[axis]
        }
        for _ in 0..<shape.elementCount {
            let source = zip(index, strides).reduce(0) { $0 + $1.0 * $1.1 } * width
            result += bytes[source..<source + width]
            for axis in stride(from: shape.rank - 1, through: 0, by: -1) {
                index[axis] += 1
                guard index[axis] == shape[axis] else { break }
                index[axis] = 0
            }
        }
        return result
    }
}
