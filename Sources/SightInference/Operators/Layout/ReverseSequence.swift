import SightModelFile
import SightTensor

/// REVERSE_SEQUENCE: reverses the first elements of each sequence, as many as its length.
///
/// Any element type of whole bytes; lengths of int32 or int64, one for each batch.
/// - Source: TensorFlow Lite `reverse_sequence`.
enum ReverseSequence: Operator {
    static let code = OperatorCode.builtin(.reverseSequence)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try ReverseSequenceOptions(options)
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let shape = input.shape
        let sequence = try node.axis(options.sequenceAxis, rank: shape.rank)
        let batch = try node.axis(options.batchAxis, rank: shape.rank)
        let lengths = try Indices(node.input(1), node)
        guard sequence != batch, lengths.spec.shape.dimensions == [shape[batch]] else {
            throw node.fail(
                "lengths \(lengths.spec.shape) do not fit axes \(batch) and \(sequence) of \(shape)"
            )
        }
        let output = try node.setOutput(0, shape: shape)
        let (strides, width) = (shape.strides, try node.elementSize(input))
        let inner = strides[max(sequence, batch)]
        return PreparedLoop { _, memory throws(ModelError) in
            for row in 0..<(shape.elementCount / max(1, inner)) {
                let start = row * inner
                let position = start / strides[sequence] % shape[sequence]
                let length = try lengths.read(
                    start / strides[batch] % shape[batch], below: shape[sequence] + 1, memory)
                let source =
                    position < length
                    ? start + (length - 1 - 2 * position) * strides[sequence] : start
                (memory[output.slot] + start * width).copyMemory(
                    from: memory[input.slot] + source * width, byteCount: inner * width)
            }
        }
    }
}
