import SightModelFile
import SightTensor

/// MATRIX_DIAG: square matrices with the input's rows on their diagonals, zeros elsewhere.
///
/// Any element type of whole bytes. `[…, N]` gives `[…, N, N]`.
/// - Source: TensorFlow Lite `matrix_diag`.
enum MatrixDiag: Operator {
    static let code = OperatorCode.builtin(.matrixDiag)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        try node.expectRank(input, 1...31)
        let (count, width) = (input.shape[-1], try node.elementSize(input))
        let output = try node.setOutput(0, shape: node.shape(input.shape.dimensions + [count]))
        return PreparedLoop { _, memory in
            memory[output.slot].initializeMemory(
                as: UInt8.self, repeating: 0, count: output.byteCount)
            for i in 0..<input.shape.elementCount {
                (memory[output.slot] + (i * count + i % count) * width).copyMemory(
                    from: memory[input.slot] + i * width, byteCount: width)
            }
        }
    }
}
