import SightTensor

/// A border of zeros that is part of an image tensor's shape, but is not in memory.
struct VirtualBorder: Sendable {
    /// The shape of the image in memory, `[N, H, W, C]`.
    let image: Shape
    /// The number of rows of zeros above the image.
    let top: Int
    /// The number of columns of zeros to the left of the image.
    let left: Int
    /// The filter that the convolution had when its PAD was prepared; `nil` if a pool reads the
    /// image.
    let filter: Filter?

    /// The properties of a filter that must stay the same until the convolution is prepared.
    struct Filter: Sendable, Equatable {
        let height: Int
        let width: Int
        let elementType: ElementType

        /// Makes the properties of a filter `[_, height, width, _]`.
        init(_ shape: Shape, _ elementType: ElementType) {
            (height, width) = (shape[1], shape[2])
            self.elementType = elementType
        }
    }
}
