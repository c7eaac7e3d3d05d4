import SightModelFile
import SightTensor

/// HASHTABLE_LOOKUP: copies rows by keys, which are found in a second, sorted list of keys; for a
/// missing key, the row is zero and there is no hit.
///
/// Keys of int32; rows of any element type of whole bytes, or strings.
/// - Source: TensorFlow Lite `hashtable_lookup`.
enum HashtableLookup: Operator {
    static let code = OperatorCode.builtin(.hashtableLookup)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3, outputs: 2)
        let (wanted, keys, rows) = (try node.input(0), try node.input(1), try node.input(2))
        for list in [wanted, keys] {
            try node.expectRank(list, 1...1)
            guard list.elementType == .int32 else { throw node.unsupported(list) }
        }
        guard rows.shape.rank >= 1, rows.shape[0] == keys.shape[0] else {
            throw node.fail("\(keys.shape) keys do not fit the rows \(rows.shape)")
        }
        try node.expectSameType(rows, node.output(0))
        guard try node.output(1).elementType == .uint8 else {
            throw node.unsupported(try node.output(1))
        }
        let extents = [wanted.shape[0]] + rows.shape.dimensions.dropFirst()
        let output = try node.setOutput(0, shape: node.shape(extents))
        let hits = try node.setOutput(1, shape: wanted.shape)
        let rowBytes = rows.shape.strides[0] * (try node.elementSize(rows))
        return PreparedLoop { _, memory in
            let list = UnsafeBufferPointer(
                start: memory.elements(keys.slot, as: Int32.self), count: keys.shape[0])
            let flags = memory.elements(hits.slot, as: UInt8.self)
            for index in 0..<wanted.shape[0] {
                let key = memory.elements(wanted.slot, as: Int32.self)[index]
                let target = memory[output.slot] + index * rowBytes
                let row = position(of: key, in: list)
                flags[index] = row == nil ? 0 : 1
                if let row {
                    target.copyMemory(
                        from: memory[rows.slot] + row * rowBytes, byteCount: rowBytes)
                } else {
                    target.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes)
                }
            }
        }
    }

    /// Returns the position of a key by binary search.
    private static func position(of key: Int32, in keys: UnsafeBufferPointer<Int32>) -> Int? {
        var range = 0..<keys.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if keys[middle] == key { return middle }
            range =
                key < keys[middle]
                ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return nil
    }
}
