import SightTensor

/// The padding of a PAD that has been left to the convolution after it: the tensor between them has
/// the padded shape, but the bytes of the image inside.
struct LeftPadding: Sendable {
    /// The image, `[N, H, W, C]`.
    let source: Shape
    /// Pixels of padding before it.
    let top: Int
    let left: Int
}
