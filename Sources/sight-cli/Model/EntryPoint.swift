package import SightModelFile

/// The graph of a model that a command runs: the main one, or that of a signature.
package struct EntryPoint: Sendable {
    /// The index of the graph.
    package let index: Int
    /// The graph.
    package let graph: Subgraph
    /// The signature that has names for the graph's inputs; `nil` without one.
    package let signature: Signature?

    /// Chooses the main graph of a model.
    package init(mainOf model: Model) {
        index = 0
        graph = model.main
        signature = model.signatures.first { $0.subgraph == 0 }
    }

    /// Chooses the graph of a signature, or the main graph without the key of one.
    ///
    /// - Throws: ``CommandError`` with status `usage` for unknown keys.
    package init(_ model: Model, signature key: String?) throws(CommandError) {
        guard let key else {
            self.init(mainOf: model)
            return
        }
        guard let signature = model.signatures.first(where: { $0.key == key }) else {
            let known = Self.list(model.signatures)
            throw CommandError(
                .usage,
                "--signature \(key): the model has "
                    + (known.isEmpty ? "no signatures" : "only the signatures \(known)"))
        }
        self.init(
            index: signature.subgraph, graph: model.subgraphs[signature.subgraph],
            signature: signature)
    }

    private init(index: Int, graph: Subgraph, signature: Signature?) {
        self.index = index
        self.graph = graph
        self.signature = signature
    }

    /// Returns the line that tells which graph of several runs if none was chosen; `nil` if all
    /// signatures mean the main graph.
    package static func remark(on file: LoadedModel) -> String? {
        let signatures = file.model.signatures
        guard signatures.contains(where: { $0.subgraph != 0 }) else { return nil }
        let running =
            EntryPoint(mainOf: file.model).signature.map { "\"\($0.key)\"" } ?? "the main graph"
        return "\(file.path) has the signatures \(list(signatures)): \(running) runs, --signature "
            + "chooses another"
    }

    private static func list(_ signatures: [Signature]) -> String {
        signatures.map { "\"\($0.key)\"" }.joined(separator: ", ")
    }

    /// Returns the position of an input that a user names: by its name in the signature, by its
    /// tensor's name, or by its position; `nil` if there is none.
    func position(of name: String) -> Int? {
        if let tensor = signature?.inputs.first(where: { $0.name == name })?.tensor,
            let position = graph.inputs.firstIndex(of: tensor)
        {
            return position
        }
        if let named = graph.inputs.indices.first(where: { input($0).name == name }) {
            return named
        }
        return Int(name).flatMap { graph.inputs.indices.contains($0) ? $0 : nil }
    }

    /// Returns the tensor of an input.
    ///
    /// - Precondition: the position is below the number of inputs.
    func input(_ position: Int) -> TensorInfo { graph.tensors[graph.inputs[position]] }
}
