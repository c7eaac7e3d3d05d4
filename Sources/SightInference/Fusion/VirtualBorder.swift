import SightTensor

/// A border of zeros that is part of an image tensor's shape, but is not in memory.
struct VirtualBorder: Sendable {
    /// The shape of the image in memory, `[N, H, W, C]`.
    let image: Shape
    /// The number of rows of zeros above the image.
    let top: Int
    /// The number of columns of zeros to the left of the image.
    let left: Int
    /// The filter that was seen when the border was left out of memory; `nil` for a pool.
    let filter: Filter?

    /// What a convolution's filter must still be when the convolution is prepared.
    struct Filter: Sendable, Equatable {
        let shape: Shape
        let elementType: ElementType
    }
}
