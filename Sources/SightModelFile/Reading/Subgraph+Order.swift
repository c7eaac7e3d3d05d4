import SightTensor

extension Subgraph {
    /// Whether a node only gives a variable its first value: converters write a DEQUANTIZE of a
    /// float16 constant for the state of a recurrent layer.
    package func initializesVariable(_ node: Node) -> Bool {
        guard node.code == .builtin(.dequantize), node.inputs.count == 1, node.outputs.count == 1,
            let input = node.inputs[0]
        else { return false }
        return tensors[input].data != nil && tensors[node.outputs[0]].isVariable
    }

    /// Checks that each tensor is written before it is read, and by one node only, except for
    /// variables that a node gives their first value.
    ///
    /// Memory safety depends on this: a second node that writes a tensor could change its size
    /// after the nodes that read it are prepared.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    func checkOrder(index: Int) throws(ModelError) {
        var isWritten = tensors.map { $0.data != nil || $0.isVariable || $0.isEmptyConstant }
        var hasWriter = tensors.map { $0.data != nil || $0.isVariable }
        for input in inputs {
            isWritten[input] = true
            hasWriter[input] = true
        }
        for node in nodes {
            for case let tensor? in node.inputs where !isWritten[tensor] {
                throw ModelError(
                    .malformed,
                    "\(node.code.name) #\(node.index): reads tensor \(tensor) "
                        + "\"\(tensors[tensor].name)\" before any node writes it")
            }
            // A tensor that is read before a node writes it is an empty constant. No node may write
            // it later.
            for case let tensor? in node.inputs { hasWriter[tensor] = true }
            for tensor in node.outputs where !initializesVariable(node) {
                guard !hasWriter[tensor] else {
                    throw ModelError(
                        .malformed,
                        "\(node.code.name) #\(node.index): writes tensor \(tensor) "
                            + "\"\(tensors[tensor].name)\", which is a constant, an input, a "
                            + "variable or another node's output")
                }
                isWritten[tensor] = true
                hasWriter[tensor] = true
            }
        }
        for output in outputs where !isWritten[output] {
            throw ModelError(
                .malformed,
                "graph \(index): no node writes output tensor \(output) "
                    + "\"\(tensors[output].name)\"")
        }
    }
}

extension TensorInfo {
    /// Whether the tensor has no elements and is not a variable.
    ///
    /// The file has no buffer for such a constant, for example for RESHAPE's shape of a scalar.
    package var isEmptyConstant: Bool { shape.elementCount == 0 && !isVariable }
}
