import SightModelFile
import SightTensor

/// The function of two numbers that a nested graph computes.
///
/// Operators such as STABLEHLO_SCATTER apply the function to many pairs. The graph has two inputs
/// and one output. It returns its second input, or it has one node that combines both inputs. This
/// node has an operator of StableHLO or one of TensorFlow Lite, because converters write both.
enum NestedCombination {
    case replace, add, multiply, maximum, minimum

    /// Finds the function that graph `index` of the model computes for the elements of a tensor.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    init(_ index: Int, of spec: TensorSpec, _ node: Preparation) throws(ModelError) {
        let graphs = node.graph.model.subgraphs
        guard graphs.indices.contains(index) else {
            throw node.fail("calls graph \(index) of \(graphs.count)")
        }
        let graph = graphs[index]
        guard graph.inputs.count == 2, graph.outputs.count == 1 else {
            throw node.fail(
                "graph \(index) has \(graph.inputs.count) inputs and \(graph.outputs.count) "
                    + "outputs, expected 2 and 1")
        }
        if graph.nodes.isEmpty, graph.outputs[0] == graph.inputs[1] {
            self = .replace
            return
        }
        guard graph.nodes.count == 1, let function = try Self(graph.nodes[0]),
            Set(graph.nodes[0].inputs) == Set(graph.inputs), graph.nodes[0].outputs == graph.outputs
        else {
            let names = graph.nodes.map(\.code.name).joined(separator: ", ")
            throw node.fail(
                .unsupported,
                "graph \(index) (\(names)) is not a sum, a product, a maximum or a minimum of its "
                    + "inputs")
        }
        // The sum of two truth values would be none.
        guard spec.elementType != .bool || function != .add else { throw node.unsupported(spec) }
        self = function
    }

    /// Finds the function that a nested graph's node computes.
    ///
    /// - Returns: `nil` if the node computes none of the cases.
    private init?(_ node: Node) throws(ModelError) {
        switch node.code {
        case .builtin(.stablehloAdd): self = .add
        case .builtin(.stablehloMultiply): self = .multiply
        // Truth values are the bytes 0 and 1.
        case .builtin(.stablehloMaximum), .builtin(.maximum), .builtin(.logicalOr): self = .maximum
        case .builtin(.stablehloMinimum), .builtin(.minimum), .builtin(.logicalAnd): self = .minimum
        case .builtin(.add), .builtin(.mul):
            guard try ArithmeticOptions(node.options).activation == .none else { return nil }
            self = node.code == .builtin(.add) ? .add : .multiply
        default: return nil
        }
    }
}

/// The second of two numbers.
enum Replacement: Combination {
    @inline(__always)
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number { b }
}
