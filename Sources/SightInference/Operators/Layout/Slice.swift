import SightModelFile
import SightTensor

/// SLICE: copies a box given by its start and size; a size of −1 extends to the end.
///
/// - Source: TensorFlow Lite `slice`.
enum Slice: Operator {
    static let code = OperatorCode.builtin(.slice)
    static let versions = 1...8

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let (begin, sizes) = (try node.integers(1), try node.integers(2))
        guard begin.count == input.shape.rank, sizes.count == input.shape.rank else {
            throw node.fail("\(begin) and \(sizes) do not fit \(input.shape)")
        }
        var extents: [Int] = []
        for (axis, extent) in input.shape.dimensions.enumerated() {
            guard (0...extent).contains(begin[axis]) else {
                throw node.fail("\(begin) lies outside \(input.shape)")
            }
            let size = sizes[axis] == -1 ? extent - begin[axis] : sizes[axis]
            guard (0...(extent - begin[axis])).contains(size) else {
                throw node.fail("\(sizes) from \(begin) leaves \(input.shape)")
            }
            extents.append(size)
        }
        let output = try node.setOutput(0, shape: node.shape(extents))
        let (from, to) = (input.shape.strides, output.shape.strides)
        let copy = StridedCopy(
            extents.indices.map { (extents[$0], from[$0], to[$0]) },
            source: zip(begin, from).reduce(0) { $0 + $1.0 * $1.1 },
            elementSize: try node.elementSize(input))
        return try node.parts([copy])
    }
}
