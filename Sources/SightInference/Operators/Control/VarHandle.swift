import SightModelFile
import SightTensor

/// VAR_HANDLE: returns the number of a resource variable.
///
/// - Source: TensorFlow Lite `var_handle`.
enum VarHandle: Operator {
    static let code = OperatorCode.builtin(.varHandle)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 0...0)
        let output = try node.output(0)
        guard output.elementType == .resource else { throw node.unsupported(output) }
        let number = try node.resource(ResourceName(VarHandleOptions(options)))
        try node.setConstant(0, shape: [], [Int32(truncatingIfNeeded: number)])
        return NoOperation()
    }
}
