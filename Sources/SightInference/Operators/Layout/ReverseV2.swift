import SightModelFile
import SightTensor

/// REVERSE_V2: reverses the order of elements along axes.
///
/// - Source: TensorFlow Lite `reverse`.
enum ReverseV2: Operator {
    static let code = OperatorCode.builtin(.reverseV2)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        var isReversed = [Bool](repeating: false, count: input.shape.rank)
        for axis in try node.integers(1) {
            isReversed[try node.axis(axis, rank: input.shape.rank)] = true
        }
        let output = try node.setOutput(0, shape: input.shape)
        let (shape, steps) = (input.shape, input.shape.strides)
        let copy = StridedCopy(
            steps.indices.map { axis in
                (shape[axis], isReversed[axis] ? -steps[axis] : steps[axis], steps[axis])
            },
            source: shape.elementCount == 0
                ? 0
                : steps.indices.filter { isReversed[$0] }
                    .reduce(0) { $0 + (shape[$1] - 1) * steps[$1] },
            elementSize: try node.elementSize(input))
        return node.copying([copy], from: [input.slot], to: output.slot)
    }
}
