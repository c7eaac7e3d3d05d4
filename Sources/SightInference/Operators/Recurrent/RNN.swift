import SightModelFile
import SightTensor

/// RNN: one step of a plain recurrent layer.
///
/// float32, also with int8 weights.
/// - Source: TensorFlow Lite `basic_rnn`.
enum RNN: Operator {
    static let code = OperatorCode.builtin(.rnn)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try RNNOptions(options)
        node.noteEffects()
        return try RecurrentCell(
            node, activation: options.activation, isTimeMajor: true,
            isAsymmetric: options.isAsymmetric)
    }
}
