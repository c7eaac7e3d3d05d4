import SightModelFile
import SightTensor

/// UNIDIRECTIONAL_SEQUENCE_LSTM: a long short-term memory over a sequence.
///
/// float32, also with int8 weights, and int8 with a 16-bit cell state.
/// - Source: TensorFlow Lite `unidirectional_sequence_lstm`.
enum UnidirectionalSequenceLSTM: Operator {
    static let code = OperatorCode.builtin(.unidirectionalSequenceLSTM)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try SequenceLSTMOptions(options)
        node.noteEffects()
        return try LSTM.prepare(
            options.cell, node, isTimeMajor: options.isTimeMajor,
            isAsymmetric: options.isAsymmetric)
    }
}
