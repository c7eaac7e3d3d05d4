import CSightKernels
import SightModelFile
import SightTensor

/// Copies image rows to wider rows with padding at both ends.
///
/// A kernel row is then one run of bytes, and not a short run for each cell. Without padding, that
/// would not work for runs that cross the image's edge.
struct PaddedRows: PreparedOperator {
    let input: TensorSlot
    let output: TensorSlot
    /// The number of rows of all batches.
    let rowCount: Int
    /// The number of bytes of an input row.
    let rowBytes: Int
    /// The numbers of bytes of padding before and after a row.
    let before: Int
    let after: Int
    /// The byte of padding, before it is flipped.
    let zero: PaddingByte
    /// The bits that are flipped in every byte.
    let flip: UInt8
    let taskCount: Int

    /// The number of bytes of an output row.
    var paddedBytes: Int { before + rowBytes + after }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let zero = zero.value(memory)
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
    /// Pads the rows of an image as far as a filter reads before and after them.
    ///
    /// The bits `flip` are flipped in every byte.
    ///
    /// - Returns: the padded rows, or the image itself if nothing changes, and the number of pixels
    ///   in a row.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    static func widen(
        _ image: TensorSlot, _ geometry: ConvolutionGeometry, elementSize: Int, zero: PaddingByte,
        flip: UInt8 = 0, _ node: Preparation
    ) throws(ModelError) -> (slot: TensorSlot, pixels: Int) {
        try widen(
            image, geometry.width, rowCount: geometry.batches * geometry.height.input,
            pixelBytes: geometry.channels * elementSize, zero: zero, flip: flip, node)
    }

    /// Pads `rowCount` rows as far as a filter reads along an axis, like the other function.
    static func widen(
        _ image: TensorSlot, _ axis: ConvolutionGeometry.Axis, rowCount: Int, pixelBytes: Int,
        zero: PaddingByte, flip: UInt8 = 0, _ node: Preparation
    ) throws(ModelError) -> (slot: TensorSlot, pixels: Int) {
        let after = max(0, axis.reach - axis.padding - axis.input)
        guard axis.padding > 0 || after > 0 || flip != 0 else { return (image, axis.input) }
        let pixels = axis.padding + axis.input + after
        // Dilation can widen rows to any number, regardless of the filter's and the image's sizes.
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
