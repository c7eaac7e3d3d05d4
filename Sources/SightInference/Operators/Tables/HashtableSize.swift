import SightModelFile
import SightTensor

/// HASHTABLE_SIZE: returns the number of keys of a table.
///
/// - Source: TensorFlow Lite `hashtable_size`.
enum HashtableSize: Operator {
    static let code = OperatorCode.builtin(.hashtableSize)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let table = try node.handle(0)
        guard try node.output(0).elementType == .int64 else {
            throw node.unsupported(try node.output(0))
        }
        let output = try node.setOutput(0, shape: [1])
        return PreparedLoop { _, memory in
            let count = memory.resources.table(table)?.count ?? 0
            memory.elements(output.slot, as: Int64.self).pointee = Int64(count)
        }
    }
}
