import SightTensor

extension NPYArray {
    /// Reads a whole `.npy` file of numbers, versions 1.0 to 3.0.
    ///
    /// Column-major and big-endian elements are converted.
    ///
    /// - Throws: ``NPYError`` if the bytes are not such a file, or if there are too few or too
    ///   many.
    package init(parsing file: some RandomAccessCollection<UInt8>) throws(NPYError) {
        let file = try NPYFile(parsing: file)
        let type = try file.header.elementType()
        let width = (type.bitWidth ?? 8) / 8
        self.init(
            elementType: type, shape: file.header.shape,
            bytes: try file.elements(
                width: width, partWidth: type.isComplex ? width / 2 : width, type: "\(type)"))
    }
}

extension ElementType {
    /// Whether each element has two numbers.
    fileprivate var isComplex: Bool { self == .complex64 || self == .complex128 }
}
