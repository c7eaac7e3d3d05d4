import SightTensor

/// REVERSE_V2: turns the order of elements along axes.
///
/// - Source: TensorFlow Lite `reverse`.
enum ReverseV2: Operator {
    static let code = OperatorCode.builtin(.reverseV2)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        var reversed: Set<Int> = []
        for axis in try node.integers(1) {
            reversed.insert(try node.axis(axis, rank: input.shape.rank))
        }
        let output = try node.setOutput(0, shape: input.shape)
        let (shape, steps) = (input.shape, input.shape.strides)
        let copy = StridedCopy(
            steps.indices.map { axis in
                (shape[axis], reversed.contains(axis) ? -steps[axis] : steps[axis], steps[axis])
            },
            source: shape.elementCount == 0
                ? 0 : reversed.reduce(0) { $0 + (shape[$1] - 1) * steps[$1] },
            elementSize: try node.elementSize(input))
        return node.copying([copy], from: [input.slot], to: output.slot)
    }
}
