import CSightKernels
import SightModelFile
import SightTensor

/// Copies image rows so that the cells of a dilated filter row lie side by side, as those of other
/// filters do in ``PaddedRows``.
///
/// A row becomes as many parts as the dilation. Part r has the columns r, r + dilation, … of the
/// row with its padding.
struct DilatedRows: PreparedOperator {
    let input: TensorSlot
    let output: TensorSlot
    private let axis: ConvolutionGeometry.Axis
    private let pixelBytes: Int
    /// The byte of padding, before it is flipped.
    private let zero: PaddingByte
    /// The bits that are flipped in every byte.
    private let flip: UInt8
    /// The number of pixels in each part of a copy.
    private let length: Int
    /// The size of the copy of a row in bytes.
    private let rowBytes: Int
    /// The rows of all batches.
    private let split: TaskSplit

    /// The number of pixels in the copy of a row.
    var pixels: Int { axis.dilation * length }

    /// Whether the copy of a row has at most about twice as many pixels as the row.
    static func suits(_ axis: ConvolutionGeometry.Axis) -> Bool { axis.reach / 2 <= axis.input }

    /// Reserves the memory of the rows.
    ///
    /// - Precondition: ``suits(_:)`` is true for the geometry's width.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ image: TensorSlot, _ geometry: ConvolutionGeometry, elementSize: Int, zero: PaddingByte,
        flip: UInt8, _ node: Preparation
    ) throws(ModelError) {
        input = image
        axis = geometry.width
        pixelBytes = geometry.channels * elementSize
        (self.zero, self.flip) = (zero, flip)
        length = (axis.reach + axis.dilation - 1) / axis.dilation
        let rowCount = geometry.batches * geometry.height.input
        let row = CheckedInt(axis.dilation) * CheckedInt(length) * CheckedInt(pixelBytes)
        guard let rowBytes = row.value, let byteCount = (CheckedInt(rowCount) * row).value else {
            throw node.fail(
                .tooLarge, "\(rowCount) rows of \(axis.dilation) × \(length) pixels overflow")
        }
        self.rowBytes = rowBytes
        output = try node.scratch(byteCount: byteCount)
        split = node.split(rowCount, cost: rowBytes / 4)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let zero = zero.value(memory)
        for row in split.range(task) {
            let target = memory[output] + row * rowBytes
            let source = memory[input] + row * axis.input * pixelBytes
            target.initializeMemory(as: UInt8.self, repeating: zero, count: rowBytes)
            for part in 0..<axis.dilation {
                let first = index(inPart: part, from: axis.padding)
                let last = min(index(inPart: part, from: axis.padding + axis.input), length)
                guard first < last else { continue }
                let column = part + first * axis.dilation - axis.padding
                sight_copy_rows(
                    source + column * pixelBytes, axis.dilation * pixelBytes,
                    target + (part * length + first) * pixelBytes, pixelBytes, pixelBytes,
                    last - first)
            }
            sight_copy_flipped(target, rowBytes, flip, target)
        }
    }

    /// Returns how many pixels of a part lie before a column of the padded row.
    private func index(inPart part: Int, from column: Int) -> Int {
        max(0, column - part + axis.dilation - 1) / axis.dilation
    }
}
