import SightModelFile
import SightTensor

/// LSTM: one step of a long short-term memory, or of its oldest form with 5 inputs.
///
/// float32, also with int8 weights, and int8 with a 16-bit cell state.
/// - Source: TensorFlow Lite `lstm`.
enum LSTM: Operator {
    static let code = OperatorCode.builtin(.lstm)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try LSTMOptions(options)
        node.noteEffects()
        if options.isBasic { return try BasicLSTM(node) }
        return try prepare(
            options.cell, node, isTimeMajor: true, isAsymmetric: options.isAsymmetric)
    }

    /// Prepares the operator; the sequence form uses this function, too.
    static func prepare(
        _ options: LSTMCellOptions, _ node: Preparation, isTimeMajor: Bool, isAsymmetric: Bool
    ) throws(ModelError) -> any PreparedOperator {
        let cell = try LSTMCell(options, node, isTimeMajor: isTimeMajor)
        return cell.sequence.input.elementType == .int8
            ? try IntegerLSTM(cell, node)
            : try FloatLSTM(cell, isAsymmetric: isAsymmetric, node)
    }
}
