import SightModelFile
import SightTensor

/// UNIDIRECTIONAL_SEQUENCE_RNN: a plain recurrent layer over a sequence.
///
/// float32, also with int8 weights.
/// - Source: TensorFlow Lite `unidirectional_sequence_rnn`.
enum UnidirectionalSequenceRNN: Operator {
    static let code = OperatorCode.builtin(.unidirectionalSequenceRNN)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try SequenceRNNOptions(options)
        node.noteEffects()
        return try RecurrentCell(
            node, activation: options.activation, isTimeMajor: options.isTimeMajor,
            isAsymmetric: options.isAsymmetric)
    }
}
