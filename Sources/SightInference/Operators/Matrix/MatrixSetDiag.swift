import SightModelFile
import SightTensor

/// MATRIX_SET_DIAG: matrices with new diagonals.
///
/// Any element type of whole bytes. `[…, M, N]` and diagonals `[…, min(M, N)]`.
/// - Source: TensorFlow Lite `matrix_set_diag`.
enum MatrixSetDiag: Operator {
    static let code = OperatorCode.builtin(.matrixSetDiag)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (input, diagonal) = (try node.input(0), try node.input(1))
        try node.expectSameType(input, diagonal, node.output(0))
        try node.expectRank(input, 2...32)
        let (rows, columns) = (input.shape[-2], input.shape[-1])
        let count = min(rows, columns)
        guard diagonal.shape.dimensions == input.shape.dimensions.dropLast(2) + [count] else {
            throw node.fail("diagonals \(diagonal.shape) do not fit \(input.shape)")
        }
        let width = try node.elementSize(input)
        let output = try node.setOutput(0, shape: input.shape)
        return PreparedLoop { _, memory in
            let target = memory[output.slot]
            target.copyMemory(from: memory[input.slot], byteCount: output.byteCount)
            for i in 0..<diagonal.shape.elementCount {
                let (matrix, place) = i.quotientAndRemainder(dividingBy: count)
                let element = matrix * rows * columns + place * columns + place
                (target + element * width).copyMemory(
                    from: memory[diagonal.slot] + i * width, byteCount: width)
            }
        }
    }
}
