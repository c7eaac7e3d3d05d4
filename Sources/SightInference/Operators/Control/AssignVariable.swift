import SightModelFile
import SightTensor

/// ASSIGN_VARIABLE: copies a value into a resource variable.
///
/// - Source: TensorFlow Lite `assign_variable`.
enum AssignVariable: Operator {
    static let code = OperatorCode.builtin(.assignVariable)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2, outputs: 0)
        let variable = try node.variable(0)
        let value = try node.input(1)
        // The numbers of strings are only valid during one run.
        guard value.elementType.bitWidth != nil, value.elementType != .string else {
            throw node.unsupported(value)
        }
        let (limit, place) = (node.limits.arenaByteCount, node.place)
        return PreparedLoop { _, memory throws(ModelError) in
            let isAssigned = memory.resources.assign(
                variable, value.elementType, value.shape, memory[value.slot], limit: limit)
            guard isAssigned else {
                throw ModelError(
                    .tooLarge, "\(place): variables and tables pass the limit of \(limit) bytes")
            }
        }
    }
}
