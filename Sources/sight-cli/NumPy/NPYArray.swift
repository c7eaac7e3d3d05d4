package import SightTensor

/// A NumPy array: element type, shape and elements in row-major order, little-endian.
package struct NPYArray: Equatable, Sendable {
    /// The element type; it has a fixed size and is not `int4`.
    package let elementType: ElementType
    /// The extents; `[]` for a scalar.
    package let shape: Shape
    /// `shape.elementCount` elements of `elementType`, last axis fastest, little-endian.
    package let bytes: [UInt8]

    /// Creates an array.
    ///
    /// - Precondition: `bytes` has the length that type and shape need.
    package init(elementType: ElementType, shape: Shape, bytes: [UInt8]) {
        precondition(elementType.byteCount(of: shape.elementCount) == bytes.count)
        self.elementType = elementType
        self.shape = shape
        self.bytes = bytes
    }

    /// The element types that NumPy has, by NumPy's names without the byte order.
    static let typeNames: [(name: String, type: ElementType)] = [
        ("f4", .float32), ("f2", .float16), ("f8", .float64),
        ("i1", .int8), ("i2", .int16), ("i4", .int32), ("i8", .int64),
        ("u1", .uint8), ("u2", .uint16), ("u4", .uint32), ("u8", .uint64),
        ("b1", .bool), ("c8", .complex64), ("c16", .complex128),
    ]
}
