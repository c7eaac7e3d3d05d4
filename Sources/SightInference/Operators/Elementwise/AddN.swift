import SightModelFile
import SightTensor

/// ADD_N: adds any number of tensors of one shape.
///
/// float32; int32, which wraps.
/// - Source: TensorFlow Lite `add_n`.
enum AddN: Operator {
    static let code = OperatorCode.builtin(.addN)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...4096)
        let first = try node.input(0)
        var slots: [TensorSlot] = []
        for index in 0..<node.inputCount {
            let input = try node.input(index)
            try node.expectSameType(first, input)
            guard input.shape == first.shape else {
                throw node.fail("adds \(first.shape) and \(input.shape)")
            }
            slots.append(input.slot)
        }
        try node.expectSameType(first, node.output(0))
        let output = try node.setOutput(0, shape: first.shape)
        switch first.elementType {
        case .float32: return sum(slots, output, Float(0)) { $0 + $1 }
        case .int32: return sum(slots, output, Int32(0)) { $0 &+ $1 }
        default: throw node.unsupported(first)
        }
    }

    @inline(__always)
    private static func sum<Value: BitwiseCopyable & Sendable>(
        _ slots: [TensorSlot], _ output: TensorSpec, _ zero: Value,
        _ add: @escaping @Sendable (Value, Value) -> Value
    ) -> any PreparedOperator {
        let count = output.shape.elementCount
        return PreparedLoop { _, memory in
            let target = memory.elements(output.slot, as: Value.self)
            for i in 0..<count {
                var sum = zero
                for slot in slots { sum = add(sum, memory.elements(slot, as: Value.self)[i]) }
                target[i] = sum
            }
        }
    }
}
