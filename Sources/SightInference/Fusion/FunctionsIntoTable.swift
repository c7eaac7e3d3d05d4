import SightModelFile
import SightTensor

/// The fusion of a DEQUANTIZE of bytes with float functions of one operand and the QUANTIZE to
/// bytes after them: a table holds the results for all 256 bytes.
///
/// Converters write such chains for functions that have no form for bytes.
enum FunctionsIntoTable {
    static let rule = FusionRule.functionsIntoTable
    /// The number of results in a table.
    static let resultCount = 256

    /// Returns the nodes from the DEQUANTIZE to a QUANTIZE, as far as the graph alone decides.
    ///
    /// Each tensor between them has one reader. The result is `nil` if there is no such chain.
    static func chain(
        to last: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> [Node]? {
        guard last.code == .builtin(.quantize), last.inputs.count == 1, last.outputs.count == 1,
            graph.tensors[last.outputs[0]].elementType.isByte,
            !graph.tensors[last.outputs[0]].isVariable
        else { return nil }
        var chain = [last]
        var node = last
        while node.code != .builtin(.dequantize) {
            guard let input = operand(of: node, graph), readers.onlyReader(of: input) != nil,
                let writer = readers.writer(of: input), isFunction(graph.nodes[writer])
            else { return nil }
            node = graph.nodes[writer]
            chain.append(node)
        }
        guard let input = operand(of: node, graph), graph.tensors[input].elementType.isByte else {
            return nil
        }
        return chain.reversed()
    }

    /// Returns the only operand that is not a constant number; `nil` if there is no such operand,
    /// or several.
    private static func operand(of node: Node, _ graph: Subgraph) -> Int? {
        let operands = node.inputs.compactMap(\.self).filter { tensor in
            let info = graph.tensors[tensor]
            return info.data == nil || info.shape.elementCount != 1 || info.shape.rank > 1
        }
        return operands.count == 1 ? operands[0] : nil
    }

    /// The functions of TensorFlow with one operand.
    private static let customFunctions = [
        "FlexAtan", "FlexCosh", "FlexErf", "FlexSinh", "FlexSoftplus", "FlexSoftsign", "FlexTan",
    ]

    /// Whether a node with one operand computes each result from one element alone.
    private static func isFunction(_ node: Node) -> Bool {
        guard node.outputs.count == 1 else { return false }
        if case .custom(let name) = node.code {
            return node.inputs.count == 1 && customFunctions.contains(name)
        }
        guard case .builtin(let code) = node.code else { return false }
        switch code {
        case .dequantize, .abs, .ceil, .cos, .elu, .exp, .floor, .gelu, .hardSwish, .leakyRelu,
            .log, .logistic, .neg, .relu, .relu0To1, .relu6, .reluN1To1, .round, .rsqrt, .sign,
            .sin, .sqrt, .square, .tanh:
            return node.inputs.count == 1
        case .add, .div, .maximum, .minimum, .mul, .pow, .squaredDifference, .sub:
            return node.inputs.count == 2
        default: return false
        }
    }

    /// Returns the reason why shapes and types prevent the fusion; `nil` if they allow it.
    static func refusal(_ input: TensorSpec) -> String? {
        guard input.elementType.isByte else {
            return "the input is \(input.elementType), not of bytes"
        }
        guard input.shape.elementCount >= resultCount else {
            return "the input \(input.shape) has fewer elements than a table"
        }
        return input.quantization.map(\.isPerAxis) ?? true
            ? "the input has several scales or none" : nil
    }
}
