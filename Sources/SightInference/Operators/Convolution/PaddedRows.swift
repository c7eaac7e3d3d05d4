import SightModelFile
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

extension PaddedRows {
    /// The rows of an image with the padding that a filter reads before and after them.
    ///
    /// - Returns: where they are, which is the image itself if no padding is needed, and the
    ///   pixels of a row.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    static func widen(
        _ image: TensorSlot, _ geometry: ConvolutionGeometry, elementSize: Int, zero: UInt8,
        _ node: inout Preparation
    ) throws(ModelError) -> (slot: TensorSlot, pixels: Int) {
        let axis = geometry.width
        let reach = (axis.output - 1) * axis.stride + (axis.kernel - 1) * axis.dilation + 1
        let after = max(0, reach - axis.padding - axis.input)
        guard axis.padding > 0 || after > 0 else { return (image, axis.input) }
        let pixels = axis.padding + axis.input + after
        let pixelBytes = geometry.channels * elementSize
        let rowCount = geometry.batches * geometry.height.input
        let copy = try node.scratch(byteCount: rowCount * pixels * pixelBytes)
        node.addPhase(
            PaddedRows(
                input: image, output: copy, rowCount: rowCount, rowBytes: axis.input * pixelBytes,
                before: axis.padding * pixelBytes, after: after * pixelBytes, zero: zero,
                taskCount: node.split(rowCount, cost: pixels * pixelBytes / 4).taskCount))
        return (copy, pixels)
    }
}
