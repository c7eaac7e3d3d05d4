package import SightTensor

/// The header of an `.npy` file, which is the text before the elements.
///
/// The text is a Python dictionary with exactly three keys:
/// `{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }`.
///
/// - Source: NumPy, `numpy.lib.format`, versions 1.0 to 3.0.
package struct NPYHeader: Equatable, Sendable {
    /// NumPy's name of the element type with the byte order in front, such as `<f4`.
    package let descriptor: String
    /// Whether the first axis varies fastest.
    package let isFortranOrder: Bool
    /// The extents.
    package let shape: Shape

    /// Reads the dictionary.
    ///
    /// - Throws: ``NPYError`` naming the error in the text.
    package init(parsing text: String) throws(NPYError) {
        var scanner = PythonLiteralScanner(text)
        let fields = try scanner.dictionary()
        guard let descriptor = fields["descr"], let order = fields["fortran_order"],
            let extents = fields["shape"], fields.count == 3
        else {
            throw NPYError(
                "the header has the keys \(fields.keys.sorted()), "
                    + #"expected ["descr", "fortran_order", "shape"]"#)
        }
        guard case .boolean(let isFortranOrder) = order else {
            throw NPYError("fortran_order is neither True nor False")
        }
        guard case .tuple(let dimensions) = extents, dimensions.count <= 32,
            let shape = Shape(dimensions)
        else {
            throw NPYError("the shape is not a tuple of at most 32 extents of sensible size")
        }
        self.isFortranOrder = isFortranOrder
        self.shape = shape
        guard case .string(let name) = descriptor, let byteOrder = name.first else {
            throw NPYError("structured arrays are not supported; descr is not a string")
        }
        self.descriptor = name
        guard "<>|=".contains(byteOrder) else { throw unsupported(expected: Self.numbers) }
    }

    /// Whether the most significant byte comes first.
    package var isBigEndian: Bool {
        descriptor.first == ">" || descriptor.first == "=" && Self.isHostBigEndian
    }

    /// Returns the type of elements that are numbers.
    ///
    /// - Throws: ``NPYError`` for any other type.
    package func elementType() throws(NPYError) -> ElementType {
        let known = NPYArray.typeNames.first { $0.name == descriptor.dropFirst() }
        guard let known else { throw unsupported(expected: Self.numbers) }
        return known.type
    }

    /// Returns the type of elements that are strings: whether their characters are numbers of
    /// Unicode with four bytes, and how many an element has.
    ///
    /// - Throws: ``NPYError`` for any other type.
    package func stringType() throws(NPYError) -> (isUnicode: Bool, length: Int) {
        let name = descriptor.dropFirst()
        guard let kind = name.first, "US".contains(kind), let length = Int(name.dropFirst()),
            (1...Self.maximumLength).contains(length)
        else {
            throw unsupported(expected: "strings, the types U and S: save an array of dtype=str")
        }
        return (kind == "U", length)
    }

    /// The most characters of a string.
    private static let maximumLength = 1 << 28

    private static var numbers: String {
        "one of " + NPYArray.typeNames.map(\.name).joined(separator: ", ")
    }

    private func unsupported(expected: String) -> NPYError {
        NPYError("the element type '\(descriptor)' is not supported, expected \(expected)")
    }

    private static var isHostBigEndian: Bool { UInt16(1).bigEndian == 1 }
}
