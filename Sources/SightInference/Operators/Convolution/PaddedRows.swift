import CSightKernels
import SightModelFile
import SightTensor

/// Copies image rows into wider ones with padding at both ends.
///
/// A kernel row is then one run of bytes, instead of one short run for each cell, which works only
/// where no run crosses the image's edge.
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
    /// The byte that padding is made of, before it is flipped.
    let zero: UInt8
    /// What every byte is flipped by.
    let flip: UInt8
    let taskCount: Int

    /// Bytes of an output row.
    var paddedBytes: Int { before + rowBytes + after }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        for row in rowCount * task / taskCount..<rowCount * (task + 1) / taskCount {
            let target = memory[output] + row * paddedBytes
            let source = memory[input] + row * rowBytes
            target.initializeMemory(as: UInt8.self, repeating: zero ^ flip, count: before)
            sight_copy_flipped(source, rowBytes, flip, target + before)
            (target + before + rowBytes)
                .initializeMemory(as: UInt8.self, repeating: zero ^ flip, count: after)
        }
    }
}

extension PaddedRows {
    /// The rows of an image with the padding that a filter reads before and after them.
    ///
    /// Every byte of them is flipped by `flip`.
    ///
    /// - Returns: where they are, which is the image itself if nothing changes, and the pixels of
    ///   a row.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    static func widen(
        _ image: TensorSlot, _ geometry: ConvolutionGeometry, elementSize: Int, zero: UInt8,
        flip: UInt8 = 0, _ node: Preparation
    ) throws(ModelError) -> (slot: TensorSlot, pixels: Int) {
        let axis = geometry.width
        let after = max(0, axis.reach - axis.padding - axis.input)
        guard axis.padding > 0 || after > 0 || flip != 0 else { return (image, axis.input) }
        let pixels = axis.padding + axis.input + after
        let pixelBytes = geometry.channels * elementSize
        let rowCount = geometry.batches * geometry.height.input
        // Dilation widens rows by any number, whatever the filter's and the image's sizes are.
        let byteCount = CheckedInt(rowCount) * CheckedInt(pixels) * CheckedInt(pixelBytes)
        guard let byteCount = byteCount.value else {
            throw node.fail(.tooLarge, "\(rowCount) rows of \(pixels) pixels overflow")
        }
        let copy = try node.scratch(byteCount: byteCount)
        node.addPhase(
            PaddedRows(
                input: image, output: copy, rowCount: rowCount, rowBytes: axis.input * pixelBytes,
                before: axis.padding * pixelBytes, after: after * pixelBytes, zero: zero,
                flip: flip,
                taskCount: node.split(rowCount, cost: pixels * pixelBytes / 4).taskCount))
        return (copy, pixels)
    }
}
