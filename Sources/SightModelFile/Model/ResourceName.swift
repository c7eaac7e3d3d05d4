/// The name of a resource variable, which is the same in all graphs of a model.
///
/// - Source: `VarHandleOptions` of the TensorFlow Lite schema.
package struct ResourceName: Hashable, Sendable {
    let container: String
    let name: String

    /// Reads the name from the options of a VAR_HANDLE node.
    ///
    /// - Throws: ``ModelError`` with codes `malformed` and `tooLarge`.
    package init(_ options: VarHandleOptions) throws(ModelError) {
        container = options.container
        name = options.name
        guard container.utf8.count + name.utf8.count <= 1 << 10 else {
            throw ModelError(.tooLarge, "the name of a variable has more than 1,024 bytes")
        }
    }

    /// Returns all variables of a model, numbered in the order in which the graphs name them.
    static func list(_ subgraphs: [Subgraph]) throws(ModelError) -> [ResourceName: Int] {
        var numbers: [ResourceName: Int] = [:]
        for graph in subgraphs {
            for node in graph.nodes where node.code == .builtin(.varHandle) {
                let name = try ResourceName(VarHandleOptions(node.options))
                if numbers[name] == nil { numbers[name] = numbers.count }
            }
        }
        return numbers
    }
}
