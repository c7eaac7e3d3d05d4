public import SightTensor

/// A tensor for an input or from an output of a model.
public struct TensorValue: Hashable, Sendable {
    /// The input's or output's name.
    public var name: String
    /// The type of the elements.
    public var elementType: ElementType
    /// The extents, outermost first.
    public var shape: Shape
    /// The elements, row-major and little-endian, each string preceded by its length in four bytes;
    /// a slice avoids a copy of the received bytes.
    public var bytes: ArraySlice<UInt8>

    /// Makes a tensor; a runner checks its length later.
    public init(name: String, elementType: ElementType, shape: Shape, bytes: ArraySlice<UInt8>) {
        self.name = name
        self.elementType = elementType
        self.shape = shape
        self.bytes = bytes
    }
}
