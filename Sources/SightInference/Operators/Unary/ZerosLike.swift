import SightModelFile
import SightTensor

/// ZEROS_LIKE: zeros in the shape of the input.
///
/// - Source: TensorFlow Lite `zeros_like`.
enum ZerosLike: Operator {
    static let code = OperatorCode.builtin(.zerosLike)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        let output = try node.setOutput(0, shape: input.shape)
        return PreparedLoop { _, memory in
            memory[output.slot].initializeMemory(
                as: UInt8.self, repeating: 0, count: output.byteCount)
        }
    }
}
