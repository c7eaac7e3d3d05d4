import SightModelFile

/// NON_MAX_SUPPRESSION_V4: see ``NonMaxSuppression``.
enum NonMaxSuppressionV4: Operator {
    static let code = OperatorCode.builtin(.nonMaxSuppressionV4)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try NonMaxSuppression(node, isSoft: false)
    }
}
