import SightTensor

extension Subgraph {
    /// Checks that nodes run after whatever they read, and that a tensor has one writer.
    ///
    /// Memory safety rests on this: a second writer could change a tensor's size behind the back
    /// of operators that are prepared already.
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
            // What is read before it is written is a constant without elements, and stays one.
            for case let tensor? in node.inputs { hasWriter[tensor] = true }
            for tensor in node.outputs {
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
    /// A constant without elements has no buffer, as RESHAPE's shape of a scalar.
    package var isEmptyConstant: Bool { shape.elementCount == 0 && !isVariable }
}
