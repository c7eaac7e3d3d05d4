import SightTensor

/// EMBEDDING_LOOKUP: rows of a table by int32 indices; any element type of whole bytes.
///
/// - Source: TensorFlow Lite `embedding_lookup`, tables of the output's type.
enum EmbeddingLookup: Operator {
    static let code = OperatorCode.builtin(.embeddingLookup)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (places, table) = (try node.input(0), try node.input(1))
        guard places.elementType == .int32, places.shape.rank == 1 else {
            throw node.fail("indices are \(places.elementType) \(places.shape)")
        }
        try node.expectRank(table, 2...32)
        guard try node.output(0).elementType == table.elementType else {
            throw node.unsupported(table)
        }
        let indices = try Indices(places, node)
        let extents = [places.shape[0]] + table.shape.dimensions.dropFirst()
        let output = try node.setOutput(0, shape: node.shape(extents))
        let rowBytes = table.shape.strides[0] * (try node.elementSize(table))
        return PreparedLoop { _, memory throws(ModelError) in
            for row in 0..<places.shape[0] {
                let index = try indices.read(row, below: table.shape[0], memory)
                (memory[output.slot] + row * rowBytes).copyMemory(
                    from: memory[table.slot] + index * rowBytes, byteCount: rowBytes)
            }
        }
    }
}
