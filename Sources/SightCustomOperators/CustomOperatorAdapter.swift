import SightInference
import SightModelFile
import SightTensor

/// Adapts a ``CustomOperator`` to the engine's operator protocol.
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
            tensors.append(tensor)
            inputs.append(try input(tensor, node))
        }
        var types: [CustomTensor.ElementType] = []
        for index in 0..<node.outputCount {
            types.append(try elementType(try node.output(index), node))
        }
        let custom = try make(
            CustomNode(
                options: Array(try node.customOptions()), inputs: inputs, outputTypes: types), node)
        guard custom.outputShapes.count == node.outputCount else {
            throw node.fail(
                "it has \(node.outputCount) outputs, the operator states "
                    + "\(custom.outputShapes.count) shapes")
        }
        var outputs: [TensorSpec] = []
        for (index, extents) in custom.outputShapes.enumerated() {
            guard let shape = Shape(extents) else {
                throw node.fail("\(extents) is not a valid shape")
            }
            outputs.append(try node.setOutput(index, shape: shape))
        }
        return PreparedCustomOperator(
            custom: custom, inputs: tensors, outputs: outputs,
            types: (inputs.map(\.elementType), types), place: node.place)
    }

    private static func input(_ tensor: TensorSpec, _ node: Preparation) throws(ModelError)
        -> CustomNode.Input
    {
        let type = try elementType(tensor, node)
        guard let constant = tensor.constant else {
            return CustomNode.Input(shape: tensor.shape.dimensions, elementType: type)
        }
        // The operator may keep its copy, and many nodes may share a constant.
        try node.spendList(constant.bytes.count, of: UInt8.self)
        return CustomNode.Input(
            shape: tensor.shape.dimensions, constant: CustomTensor(constant, of: type))
    }

    private static func elementType(_ tensor: TensorSpec, _ node: Preparation) throws(ModelError)
        -> CustomTensor.ElementType
    {
        guard let type = CustomTensor.ElementType(rawValue: tensor.elementType.description) else {
            let known = CustomTensor.ElementType.allCases.map(\.rawValue).joined(separator: ", ")
            throw node.fail(
                "\"\(tensor.name)\" is \(tensor.elementType), a custom operator reads \(known)")
        }
        return type
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
    let types: (inputs: [CustomTensor.ElementType], outputs: [CustomTensor.ElementType])
    let place: String

    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError) {
        var values: [CustomTensor] = []
        for (input, type) in zip(inputs, types.inputs) {
            let count = input.constant == nil ? input.shape.elementCount : 0
            values.append(CustomTensor(memory, input.slot, count: count, of: type))
        }
        for (output, result) in zip(outputs, try compute(values)) {
            result.write(to: memory, output.slot)
        }
    }

    private func compute(_ values: [CustomTensor]) throws(ModelError) -> [CustomTensor] {
        let results: [CustomTensor]
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
        guard results.map(\.elementType) == types.outputs else {
            throw ModelError(
                .outOfRange,
                "\(place): it computed \(results.map(\.elementType.rawValue)) where the file has "
                    + "\(types.outputs.map(\.rawValue))")
        }
        return results
    }
}

extension CustomTensor {
    /// Copies the elements of a constant.
    fileprivate init(_ constant: ConstantBytes, of type: ElementType) {
        switch type {
        case .float32: self = .float32(constant.elements(Float.self))
        case .int32: self = .int32(constant.elements(Int32.self))
        case .int64: self = .int64(constant.elements(Int64.self))
        case .int8: self = .int8(constant.elements(Int8.self))
        case .uint8: self = .uint8(constant.elements(UInt8.self))
        case .bool: self = .bool(constant.elements(UInt8.self).map { $0 != 0 })
        }
    }

    /// Copies the first `count` elements of a tensor.
    fileprivate init(
        _ memory: borrowing TensorMemory, _ slot: TensorSlot, count: Int, of type: ElementType
    ) {
        switch type {
        case .float32: self = .float32(Self.copy(memory, slot, count))
        case .int32: self = .int32(Self.copy(memory, slot, count))
        case .int64: self = .int64(Self.copy(memory, slot, count))
        case .int8: self = .int8(Self.copy(memory, slot, count))
        case .uint8: self = .uint8(Self.copy(memory, slot, count))
        case .bool: self = .bool(Self.copy(memory, slot, count).map { (byte: UInt8) in byte != 0 })
        }
    }

    private static func copy<Element: BitwiseCopyable>(
        _ memory: borrowing TensorMemory, _ slot: TensorSlot, _ count: Int
    ) -> [Element] {
        Array(UnsafeBufferPointer(start: memory.elements(slot, as: Element.self), count: count))
    }

    /// Writes all elements to a tensor that has room for them.
    fileprivate func write(to memory: borrowing TensorMemory, _ slot: TensorSlot) {
        switch self {
        case .float32(let values): Self.write(values, memory, slot)
        case .int32(let values): Self.write(values, memory, slot)
        case .int64(let values): Self.write(values, memory, slot)
        case .int8(let values): Self.write(values, memory, slot)
        case .uint8(let values): Self.write(values, memory, slot)
        case .bool(let values): Self.write(values.map { $0 ? 1 as UInt8 : 0 }, memory, slot)
        }
    }

    private static func write<Element: BitwiseCopyable>(
        _ values: [Element], _ memory: borrowing TensorMemory, _ slot: TensorSlot
    ) {
        memory.elements(slot, as: Element.self).update(from: values, count: values.count)
    }
}
