import SightTensor

/// Copies image rows into wider ones with padding at both ends.
///
/// With few channels a kernel row is one run of bytes, instead of one short run for each cell,
/// but only where no run crosses the image's edge.
struct PaddedRows: PreparedOperator {
    let input: TensorSlot
    let output: TensorSlot
    /// Rows of all batches.
    let rowCount: Int
    /// Bytes of an input row.
    let rowBytes: Int
    /// Bytes of padding before and after.
    let before: Int
    let after: Int
    /// The byte that padding is made of.
    let zero: UInt8
    let taskCount: Int

    /// Bytes of an output row.
    var paddedBytes: Int { before + rowBytes + after }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        for row in rowCount * task / taskCount..<rowCount * (task + 1) / taskCount {
            let target = memory[output] + row * paddedBytes
            target.initializeMemory(as: UInt8.self, repeating: zero, count: before)
            (target + before).copyMemory(from: memory[input] + row * rowBytes, byteCount: rowBytes)
            (target + before + rowBytes)
                .initializeMemory(as: UInt8.self, repeating: zero, count: after)
        }
    }
}
