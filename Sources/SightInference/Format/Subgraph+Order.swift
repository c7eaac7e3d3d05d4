import SightTensor

extension Subgraph {
    /// Checks that nodes run after whatever they read, and that a tensor has one writer.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    func checkOrder(index: Int) throws(ModelError) {
        var isWritten = tensors.map { $0.data != nil || $0.isVariable || $0.isEmptyConstant }
        for input in inputs {
            isWritten[input] = true
        }
        for node in nodes {
            for case let tensor? in node.inputs where !isWritten[tensor] {
                throw ModelError(
                    .malformed,
                    "\(node.code.name) #\(node.index): reads tensor \(tensor) "
                        + "\"\(tensors[tensor].name)\" before any node writes it")
            }
            for tensor in node.outputs {
                guard tensors[tensor].data == nil else {
                    throw ModelError(
                        .malformed,
                        "\(node.code.name) #\(node.index): writes constant tensor \(tensor) "
                            + "\"\(tensors[tensor].name)\"")
                }
                isWritten[tensor] = true
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
    var isEmptyConstant: Bool { shape.elementCount == 0 && !isVariable }
}
