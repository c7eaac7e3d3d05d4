import SightModelFile

/// ARG_MAX: the index of the largest element along one axis.
///
/// - Source: TensorFlow Lite `arg_min_max`.
enum ArgMax: Operator {
    static let code = OperatorCode.builtin(.argMax)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try ArgExtremum.prepare(node, isMaximum: true)
    }
}
