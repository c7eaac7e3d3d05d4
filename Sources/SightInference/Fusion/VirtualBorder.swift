import SightTensor

/// A border of zeros around an image that the tensor's shape counts and memory does not have.
struct VirtualBorder: Sendable {
    /// The image in memory, `[N, H, W, C]`.
    let image: Shape
    /// Rows of zeros above it.
    let top: Int
    /// Columns of zeros before it.
    let left: Int
}
