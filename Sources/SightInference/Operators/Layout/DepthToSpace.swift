import SightModelFile
import SightTensor

/// DEPTH_TO_SPACE: rearranges blocks of channels as pixels.
///
/// `[N, H, W, C]` gives `[N, H × b, W × b, C / b²]`.
///
/// - Source: TensorFlow Lite `depth_to_space`.
enum DepthToSpace: Operator {
    static let code = OperatorCode.builtin(.depthToSpace)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        try node.expectRank(input, 4...4)
        let block = try BlockOptions(options).block
        let shape = input.shape
        guard (1...(1 << 15)).contains(block), shape[3] % (block * block) == 0 else {
            throw node.fail("\(shape[3]) channels have no blocks of \(block)×\(block)")
        }
        let channels = shape[3] / (block * block)
        guard
            let wide = Shape([shape[1], block]), let high = Shape([shape[2], block])
        else { throw node.fail("\(shape) overflows") }
        let output = try node.setOutput(
            0, shape: node.shape([shape[0], wide.elementCount, high.elementCount, channels]))
        let (from, to) = (shape.strides, output.shape.strides)
        let copy = StridedCopy(
            [
                (shape[0], from[0], to[0]), (shape[1], from[1], to[1] * block),
                (block, block * channels, to[1]), (shape[2], from[2], to[2] * block),
                (block, channels, to[2]), (channels, 1, 1),
            ], elementSize: try node.elementSize(input))
        return node.copying([copy], from: [input.slot], to: output.slot)
    }
}
