import SightModelFile

/// STABLEHLO_COMPOSITE: a named group of operators, run by its decomposition.
///
/// - Source: TensorFlow Lite `stablehlo_composite`.
enum Composite: Operator {
    static let code = OperatorCode.builtin(.stablehloComposite)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try CompositeOptions(options)
        let call = try node.call(options.graph, node.inputs(from: 0))
        let results = try CallResults([call], node)
        return PreparedLoop { _, memory throws(ModelError) in
            try results.take(call, call.run(memory), memory)
        }
    }
}
