import SightModelFile
import SightTensor

/// SPACE_TO_DEPTH: rearranges blocks of pixels as channels.
///
/// `[N, H, W, C]` gives `[N, H / b, W / b, C × b²]`.
///
/// - Source: TensorFlow Lite `space_to_depth`.
enum SpaceToDepth: Operator {
    static let code = OperatorCode.builtin(.spaceToDepth)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        try node.expectRank(input, 4...4)
        let block = try BlockOptions(options).block
        let shape = input.shape
        guard (1...(1 << 15)).contains(block), shape[1] % block == 0, shape[2] % block == 0,
            let depth = Shape([shape[3], block, block])
        else { throw node.fail("\(shape) has no blocks of \(block)×\(block)") }
        let output = try node.setOutput(
            0,
            shape: node.shape([
                shape[0], shape[1] / block, shape[2] / block, depth.elementCount,
            ]))
        let (from, to) = (shape.strides, output.shape.strides)
        let copy = StridedCopy(
            [
                (shape[0], from[0], to[0]), (shape[1] / block, from[1] * block, to[1]),
                (block, from[1], block * shape[3]), (shape[2] / block, from[2] * block, to[2]),
                (block, from[2], shape[3]), (shape[3], 1, 1),
            ], elementSize: try node.elementSize(input))
        return node.copying([copy], from: [input.slot], to: output.slot)
    }
}
