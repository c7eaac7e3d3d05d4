package import SightTensor

/// A NumPy array of strings.
package struct NPYStrings: Equatable, Sendable {
    /// The largest number of strings: each needs some tens of bytes more than in the file.
    package static let maximumCount = 1 << 22

    /// The extents; `[]` for a scalar.
    package let shape: Shape
    /// `shape.elementCount` strings, last axis fastest, without the zeros that fill them up; those
    /// of NumPy's type `U` are in UTF-8.
    package let elements: [[UInt8]]

    /// Reads a whole `.npy` file with elements of the types `U` (UTF-32) or `S` (bytes).
    ///
    /// Column-major and big-endian elements are converted.
    ///
    /// - Throws: ``NPYError`` if the bytes are not such a file, or if a character is none of
    ///   Unicode.
    package init(parsing file: some RandomAccessCollection<UInt8>) throws(NPYError) {
        let file = try NPYFile(parsing: file)
        let (isUnicode, length) = try file.header.stringType()
        let width = isUnicode ? 4 * length : length
        let bytes = try file.elements(
            width: width, partWidth: isUnicode ? 4 : 1, type: file.header.descriptor)
        shape = file.header.shape
        guard shape.elementCount <= Self.maximumCount else {
            throw NPYError(
                "\(shape.elementCount) strings, an input takes at most \(Self.maximumCount)")
        }
        var elements: [[UInt8]] = []
        elements.reserveCapacity(shape.elementCount)
        for start in stride(from: 0, to: bytes.count, by: width) {
            let element = bytes[start..<start + width]
            elements.append(
                isUnicode
                    ? try Self.unicode(element, position: elements.count)
                    : Self.withoutFilling(element))
        }
        self.elements = elements
    }

    private static func withoutFilling(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(bytes[..<(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex)])
    }

    /// Converts an element of UTF-32, little-endian, to UTF-8.
    private static func unicode(_ bytes: ArraySlice<UInt8>, position: Int) throws(NPYError)
        -> [UInt8]
    {
        var text = String.UnicodeScalarView()
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 4) {
            let number = bytes[start..<start + 4].reversed().reduce(UInt32(0)) {
                $0 << 8 | UInt32($1)
            }
            guard let scalar = Unicode.Scalar(number) else {
                throw NPYError(
                    "the string at position \(position) has the character \(number), which Unicode "
                        + "lacks")
            }
            text.append(scalar)
        }
        return withoutFilling(Array(String(text).utf8)[...])
    }
}
