import SightInference
import SightModelFile
import SightTensor

/// Makes the engine's operator of a ``CustomOperator``.
enum CustomOperatorAdapter<Custom: CustomOperator>: Operator {
    static var code: OperatorCode { .custom(Custom.name) }
    static var versions: ClosedRange<Int> { 1...Int(Int32.max) }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        var inputs: [CustomNode.Input] = []
        var tensors: [TensorSpec] = []
        for index in 0..<node.inputCount {
            let tensor = try node.input(index)
            guard tensor.elementType == .float32 else { throw refusal(tensor, node) }
            tensors.append(tensor)
            inputs.append(
                CustomNode.Input(
                    shape: tensor.shape.dimensions,
                    constant: tensor.constant.map { Array($0.elements(Float.self)) }))
        }
        let custom = try make(
            CustomNode(
                options: Array(try node.customOptions()), inputs: inputs,
                outputCount: node.outputCount), node)
        guard custom.outputShapes.count == node.outputCount else {
            throw node.fail(
                "it has \(node.outputCount) outputs, the operator states "
                    + "\(custom.outputShapes.count) shapes")
        }
        var outputs: [TensorSpec] = []
        for (index, extents) in custom.outputShapes.enumerated() {
            let output = try node.output(index)
            guard output.elementType == .float32 else { throw refusal(output, node) }
            guard let shape = Shape(extents) else { throw node.fail("\(extents) is no shape") }
            outputs.append(try node.setOutput(index, shape: shape))
        }
        return PreparedCustomOperator(
            custom: custom, inputs: tensors, outputs: outputs, place: node.place)
    }

    private static func refusal(_ tensor: TensorSpec, _ node: Preparation) -> ModelError {
        node.fail("\"\(tensor.name)\" is \(tensor.elementType), a custom operator has float32")
    }

    private static func make(_ description: CustomNode, _ node: Preparation) throws(ModelError)
        -> Custom
    {
        do throws(CustomOperatorError) {
            return try Custom(description)
        } catch {
            throw node.fail(error.message)
        }
    }
}

/// A ``CustomOperator`` bound to its tensors.
private struct PreparedCustomOperator: PreparedOperator {
    let custom: any CustomOperator
    let inputs: [TensorSpec]
    let outputs: [TensorSpec]
    let place: String

    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError) {
        var values: [[Float]] = []
        for input in inputs {
            values.append(
                input.constant == nil
                    ? Array(
                        UnsafeBufferPointer(
                            start: memory.elements(input.slot), count: input.shape.elementCount))
                    : [])
        }
        let results = try compute(values)
        for (output, result) in zip(outputs, results) {
            memory.elements(output.slot, as: Float.self).update(from: result, count: result.count)
        }
    }

    private func compute(_ values: [[Float]]) throws(ModelError) -> [[Float]] {
        let results: [[Float]]
        do throws(CustomOperatorError) {
            results = try custom.run(values)
        } catch {
            throw ModelError(.outOfRange, "\(place): \(error.message)")
        }
        guard results.map(\.count) == outputs.map(\.shape.elementCount) else {
            throw ModelError(
                .outOfRange,
                "\(place): it computed \(results.map(\.count)) elements for the shapes "
                    + "\(outputs.map(\.shape.dimensions))")
        }
        return results
    }
}
