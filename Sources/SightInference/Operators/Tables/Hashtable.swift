import SightModelFile
import SightTensor

/// HASHTABLE: returns the number of a table from int64 to string or from string to int64.
///
/// - Source: TensorFlow Lite `hashtable`.
enum Hashtable: Operator {
    static let code = OperatorCode.builtin(.hashtable)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try HashtableOptions(options)
        try node.expect(inputs: 0...0)
        let output = try node.output(0)
        guard output.elementType == .resource else { throw node.unsupported(output) }
        let (keys, values) = (options.keyType, options.valueType)
        guard let keys = ElementType(rawValue: keys), let values = ElementType(rawValue: values)
        else { throw node.fail("element types \(keys) and \(values) are unknown") }
        _ = try HashTableTypes(keys: keys, values: values, node)
        try node.setConstant(0, shape: [1], [Int32(truncatingIfNeeded: options.number)])
        return NoOperation()
    }
}
