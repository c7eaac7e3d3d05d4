import SightModelFile
import SightTensor

/// The input `[N, H, W, C]` and the new size of an operator that resizes images, and the
/// correspondence of points in the two images.
struct Resizing: Sendable {
    let input: TensorSpec
    let output: TensorSpec
    /// Whether the corner pixels of both images are the same points.
    let alignsCorners: Bool
    /// Whether pixels are squares with a center, and not points.
    let usesHalfPixels: Bool

    /// Checks the two inputs and sets the output's shape; unless `keepsType` is false, the output
    /// has the input's type.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    init(
        _ node: Preparation, alignsCorners: Bool, usesHalfPixels: Bool, keepsType: Bool = true
    ) throws(ModelError) {
        try node.expect(inputs: 2...2)
        input = try node.input(0)
        if keepsType { try node.expectSameType(input, node.output(0)) }
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

    /// Returns the number of input pixels for each output pixel along an axis.
    func scale(axis: Int) -> Float {
        let (from, to) = (input.shape[axis], output.shape[axis])
        return alignsCorners && to > 1
            ? Float(from - 1) / Float(to - 1) : Float(from) / Float(to)
    }
}
