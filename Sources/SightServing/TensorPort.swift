public import SightTensor

/// An input or output of a model, as its file declares it.
public struct TensorPort: Hashable, Sendable {
    /// The name, unique among the model's inputs or outputs.
    public let name: String
    /// The type of the elements.
    public let elementType: ElementType
    /// The extents, outermost first; −1 for an extent that may have any value.
    public let shape: [Int]

    /// Whether a tensor with a shape fits.
    func takes(_ other: Shape) -> Bool {
        other.rank == shape.count
            && zip(shape, other.dimensions).allSatisfy { $0 == -1 || $0 == $1 }
    }
}
