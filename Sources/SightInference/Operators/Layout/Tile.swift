import SightModelFile
import SightTensor

/// TILE: repeats a tensor along its axes.
///
/// - Source: TensorFlow Lite `tile`.
enum Tile: Operator {
    static let code = OperatorCode.builtin(.tile)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let repeats = try node.integers(1)
        guard repeats.count == input.shape.rank, repeats.allSatisfy({ $0 >= 0 && $0 < 1 << 31 })
        else { throw node.fail("\(repeats) does not repeat \(input.shape)") }
        let shape = try node.shape(zip(input.shape.dimensions, repeats).map(*))
        let output = try node.setOutput(0, shape: shape)
        let (from, to) = (input.shape.strides, shape.strides)
        let axes = repeats.indices.flatMap { axis in
            [
                (repeats[axis], 0, input.shape[axis] * to[axis]),
                (input.shape[axis], from[axis], to[axis]),
            ]
        }
        let copy = StridedCopy(axes, elementSize: try node.elementSize(input))
        return node.copying([copy], from: [input.slot], to: output.slot)
    }
}
