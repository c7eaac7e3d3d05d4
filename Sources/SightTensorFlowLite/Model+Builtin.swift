import SightInference
import SightModelFile

extension Model {
    /// Checks that the runtime has every built-in operator of the main graph.
    ///
    /// The original finds missing built-in operators when the interpreter is made, and missing
    /// custom operators when tensors are allocated.
    ///
    /// - Throws: `ModelError` with code `unsupported`.
    func requireBuiltinOperators() throws(ModelError) {
        let missing = main.nodes.first { node in
            if case .custom = node.code { return false }
            return OperatorRegistry.find(node.code)?.versions.contains(node.version) != true
        }
        guard let missing else { return }
        throw ModelError(
            .unsupported,
            "the model needs \(missing.code.name) version \(missing.version) (node "
                + "#\(missing.index)), which Sight does not have")
    }
}
