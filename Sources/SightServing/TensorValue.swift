public import SightTensor

/// An array that goes into a model or comes out of it.
public struct TensorValue: Hashable, Sendable {
    /// The input's or output's name.
    public var name: String
    /// The type of the elements.
    public var elementType: ElementType
    /// The extents, outermost first.
    public var shape: Shape
    /// The elements, row-major and little-endian, strings behind their length in four bytes; a part of
    /// what they came in, so that none is copied.
    public var bytes: ArraySlice<UInt8>

    /// Makes an array; whoever takes it checks the length.
    public init(name: String, elementType: ElementType, shape: Shape, bytes: ArraySlice<UInt8>) {
        self.name = name
        self.elementType = elementType
        self.shape = shape
        self.bytes = bytes
    }
}
