extension Node {
    /// The graphs that the node calls, by index: `then` and `else`, condition and body.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    /// - Source: `IfOptions`, `WhileOptions`, `CallOnceOptions` and `StableHLOCompositeOptions` of
    ///   the TensorFlow Lite schema.
    func calledGraphs() throws(ModelError) -> [Int] {
        switch code {
        case .builtin(.if), .builtin(.while): [try options.int(0), try options.int(1)]
        case .builtin(.callOnce): [try options.int(0)]
        case .builtin(.stablehloComposite): [try options.int(1)]
        default: []
        }
    }
}
