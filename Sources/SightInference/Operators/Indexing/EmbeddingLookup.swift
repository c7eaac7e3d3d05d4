import CSightKernels
import SightModelFile
import SightTensor

/// EMBEDDING_LOOKUP: copies rows of a table by int32 indices.
///
/// Any element type of whole bytes; int8, int4 and int2 tables also give float32, with one scale
/// for all rows, one for each row, or one for each block of a row.
/// - Source: TensorFlow Lite `embedding_lookup`.
enum EmbeddingLookup: Operator {
    static let code = OperatorCode.builtin(.embeddingLookup)
    static let versions = 1...5

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (places, table) = (try node.input(0), try node.input(1))
        guard places.elementType == .int32, places.shape.rank == 1 else {
            throw node.fail("indices are \(places.elementType) \(places.shape)")
        }
        try node.expectRank(table, 2...32)
        let indices = try Indices(places, node)
        let extents = [places.shape[0]] + table.shape.dimensions.dropFirst()
        let output = try node.setOutput(0, shape: node.shape(extents))
        guard output.elementType == table.elementType else {
            return try widening(indices, table, output, node)
        }
        let rowBytes = table.shape.strides[0] * (try node.elementSize(table))
        return PreparedLoop { _, memory throws(ModelError) in
            for row in 0..<places.shape[0] {
                let index = try indices.read(row, below: table.shape[0], memory)
                (memory[output.slot] + row * rowBytes).copyMemory(
                    from: memory[table.slot] + index * rowBytes, byteCount: rowBytes)
            }
        }
    }

    /// Converts integers to the real numbers that they represent.
    private static func widening(
        _ indices: Indices, _ table: TensorSpec, _ output: TensorSpec, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let packing = PackedIntegers(table.elementType)
        guard output.elementType == .float32, table.elementType == .int8 || packing != nil
        else { throw node.unsupported(table) }
        let (rows, length) = (table.shape[0], table.shape.strides[0])
        guard let quantization = table.quantization,
            !quantization.isPerAxis || quantization.hasBlocks(of: table.shape)
                || quantization.axis == 0 && quantization.scales.count == rows
        else { throw node.fail("\"\(table.name)\" \(table.shape) has no scale for each row") }
        let scales = quantization.scales
        // The number of neighboring elements of a row that share a scale.
        let run = quantization.isPerAxis ? max(1, table.shape.elementCount / scales.count) : length
        guard run > 0, length % run == 0 else {
            throw node.fail("\(scales.count) scales do not fit \"\(table.name)\" \(table.shape)")
        }
        let count = output.shape[0]
        let kernel = sight_row_kernels_best(sight_current_tier()).pointee.dequantize
        let unpacked = try node.scratch(byteCount: packing == nil ? 0 : length)
        return PreparedLoop { _, memory throws(ModelError) in
            let target = memory.elements(output.slot, as: Float.self)
            for row in 0..<count {
                let index = try indices.read(row, below: rows, memory)
                var values = UnsafeRawPointer(memory[table.slot] + index * length)
                if let packing {
                    let bytes = UnsafeMutableBufferPointer(
                        start: memory.elements(unpacked, as: Int8.self), count: length)
                    packing.unpack(memory[table.slot], from: index * length, to: bytes)
                    values = UnsafeRawPointer(memory[unpacked])
                }
                for first in stride(from: 0, to: length, by: run) {
                    let scale = scales[scales.count == 1 ? 0 : (index * length + first) / run]
                    kernel?(values + first, run, scale, 0, true, target + row * length + first)
                }
            }
        }
    }
}
