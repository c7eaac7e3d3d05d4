import SightModelFile
import SightTensor

/// What RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR share: an input `[N, H, W, C]`, the new size, and
/// which points of the two images correspond.
struct Resizing: Sendable {
    let input: TensorSpec
    let output: TensorSpec
    /// Corners of both images are the same points.
    let alignsCorners: Bool
    /// Pixels are squares with a centre, not points.
    let usesHalfPixels: Bool

    init(_ node: Preparation, alignsCorners: Bool, usesHalfPixels: Bool) throws(ModelError) {
        try node.expect(inputs: 2...2)
        input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        try node.expectRank(input, 4...4)
        let size = try node.integers(1)
        guard size.count == 2, size.allSatisfy({ (1..<(1 << 20)).contains($0) }),
            input.shape[1] > 0, input.shape[2] > 0
        else { throw node.fail("\(input.shape) cannot be resized to \(size)") }
        guard !(alignsCorners && usesHalfPixels) else {
            throw node.fail("align_corners and half_pixel_centers cannot both be set")
        }
        self.alignsCorners = alignsCorners
        self.usesHalfPixels = usesHalfPixels
        output = try node.setOutput(
            0, shape: node.shape([input.shape[0], size[0], size[1], input.shape[3]]))
    }

    /// Input pixels for each output pixel along an axis.
    func scale(axis: Int) -> Float {
        let (from, to) = (input.shape[axis], output.shape[axis])
        return alignsCorners && to > 1
            ? Float(from - 1) / Float(to - 1) : Float(from) / Float(to)
    }
}
