import SightModelFile

/// ARG_MIN: the index of the smallest element along one axis.
///
/// - Source: TensorFlow Lite `arg_min_max`.
enum ArgMin: Operator {
    static let code = OperatorCode.builtin(.argMin)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try ArgExtremum.prepare(node, isMaximum: false)
    }
}
