package import SightTensor

/// The header of an `.npy` file, which is the text before the elements.
///
/// The text is a Python dictionary with exactly three keys:
/// `{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }`.
///
/// - Source: NumPy, `numpy.lib.format`, versions 1.0 to 3.0.
package struct NPYHeader: Equatable, Sendable {
    /// The scalar type.
    package let elementType: ElementType
    /// Whether the most significant byte comes first.
    package let isBigEndian: Bool
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
        (elementType, isBigEndian) = try Self.type(descriptor)
        self.isFortranOrder = isFortranOrder
        self.shape = shape
    }

    private static func type(_ descriptor: PythonLiteral) throws(NPYError) -> (ElementType, Bool) {
        guard case .string(let name) = descriptor, let order = name.first else {
            throw NPYError("structured arrays are not supported; descr is not a string")
        }
        let known = NPYArray.typeNames.first { $0.name == name.dropFirst() }
        guard "<>|=".contains(order), let known else {
            throw NPYError(
                "the element type '\(name)' is not supported, expected one of "
                    + NPYArray.typeNames.map(\.name).joined(separator: ", "))
        }
        return (known.type, order == ">" || order == "=" && Self.isHostBigEndian)
    }

    private static var isHostBigEndian: Bool { UInt16(1).bigEndian == 1 }
}
