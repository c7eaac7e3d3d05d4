import SightModelFile
import SightTensor

/// READ_VARIABLE: copies the value of a resource variable.
///
/// - Source: TensorFlow Lite `read_variable`.
enum ReadVariable: Operator {
    static let code = OperatorCode.builtin(.readVariable)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let variable = try node.variable(0)
        let (output, place) = (try node.output(0), node.place)
        let limit = node.limits.arenaByteCount
        let isFixed = try node.declaresShape(ofOutput: 0)
        if isFixed {
            try node.setOutput(0, shape: output.shape)
        } else {
            try node.setOutputAtRunTime(0)
        }
        return PreparedLoop { _, memory throws(ModelError) in
            guard let value = memory.resources.value(variable) else {
                throw ModelError(.outOfRange, "\(place): the variable has not been assigned")
            }
            guard value.elementType == output.elementType,
                !isFixed || value.shape == output.shape
            else {
                throw ModelError(
                    .outOfRange,
                    "\(place): the variable is \(value.elementType) \(value.shape), expected "
                        + "\(output.elementType) \(output.shape)")
            }
            let source = value.memory.storage
            if isFixed {
                memory[output.slot].copyMemory(from: source.start, byteCount: source.byteCount)
                return
            }
            guard let copy = memory.resources.copy(value, limit: limit) else {
                throw ModelError(
                    .tooLarge, "\(place): copies of variables pass the limit of \(limit) bytes")
            }
            memory.show(output.slot, copy.storage.bytes, shape: value.shape, owner: copy)
        }
    }
}
