extension Node {
    /// Returns the graphs that the node calls, by index: `then` and `else`, or condition and body.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    /// - Source: `IfOptions`, `WhileOptions`, `CallOnceOptions` and `StableHLOCompositeOptions` of
    ///   the TensorFlow Lite schema.
    func calledGraphs() throws(ModelError) -> [Int] {
        switch code {
        case .builtin(.if):
            let options = try IfOptions(options)
            return [options.thenGraph, options.elseGraph]
        case .builtin(.while):
            let options = try WhileOptions(options)
            return [options.conditionGraph, options.bodyGraph]
        case .builtin(.callOnce): return [try CallOnceOptions(options).graph]
        case .builtin(.stablehloComposite): return [try CompositeOptions(options).graph]
        default: return []
        }
    }
}
