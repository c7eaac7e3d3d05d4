import SightModelFile
import SightTensor

/// HASHTABLE_FIND: returns the values of keys in a table, or a default for missing keys.
///
/// - Source: TensorFlow Lite `hashtable_find`.
enum HashtableFind: Operator {
    static let code = OperatorCode.builtin(.hashtableFind)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let table = try node.handle(0)
        let (keys, fallback) = (try node.input(1), try node.input(2))
        try node.expectSameType(fallback, node.output(0))
        guard fallback.shape.elementCount == 1 else {
            throw node.fail("the default \(fallback.shape) is not one value")
        }
        _ = try HashTableTypes(keys: keys.elementType, values: fallback.elementType, node)
        let output = try node.setOutput(0, shape: keys.shape)
        let place = node.place
        return PreparedLoop { _, memory throws(ModelError) in
            switch memory.resources.table(table) {
            case .stringsByNumber(let entries) where keys.elementType == .int64:
                find(keys, fallback, output, memory, Int64.self, UInt32.self) { key in
                    entries[key].map { memory.strings.number(of: $0) }
                }
            case .numbersByString(let entries) where keys.elementType == .string:
                find(keys, fallback, output, memory, UInt32.self, Int64.self) { key in
                    entries[memory.strings[key]]
                }
            case let found:
                throw ModelError(
                    .outOfRange,
                    "\(place): table \(table) "
                        + (found == nil ? "has not been filled" : "has other types"))
            }
        }
    }

    private static func find<Key: Hashable, Value>(
        _ keys: TensorSpec, _ fallback: TensorSpec, _ output: TensorSpec,
        _ memory: borrowing TensorMemory, _: Key.Type, _: Value.Type, value: (Key) -> Value?
    ) {
        let source = memory.elements(keys.slot, as: Key.self)
        let target = memory.elements(output.slot, as: Value.self)
        let other = memory.elements(fallback.slot, as: Value.self).pointee
        // A key is a number, or the number of a string in `memory.strings`. Input tensors may
        // repeat the number of one long string many times; the bytes of that string are hashed only
        // once. Missing numbers are not remembered: there may be many more of them than entries.
        var known: [Key: Value] = [:]
        for index in 0..<keys.shape.elementCount {
            let key = source[index]
            let found = known[key] ?? value(key)
            if found != nil || Key.self == UInt32.self { known[key] = found ?? other }
            target[index] = found ?? other
        }
    }
}
