import SightTensor

/// A function of two integers with a vector kernel for long rows, such as ``QuantizedArithmetic``.
protocol RepeatedRows: BinaryFunction where Operand == Result, Operand: FixedWidthInteger {}

/// How an operand steps through short rows.
private enum RowOperand {
    /// The rows follow each other.
    case contiguous
    /// All rows are the same, such as factors of channels.
    case sameRow
    /// Each row has one value, such as factors of pixels.
    case valueForEachRow

    init?(_ count: Int, step: Int, rowStep: Int) {
        switch (step, rowStep) {
        case (1, count): self = .contiguous
        case (1, 0): self = .sameRow
        case (0, 1): self = .valueForEachRow
        default: return nil
        }
    }
}

extension RepeatedRows {
    /// The most elements of rows that are joined.
    private static var joinedCount: Int { 2048 }

    func apply(_ a: Operand, _ b: Operand) -> Operand {
        var (a, b, output) = (a, b, Operand.zero)
        row(&a, &b, &output, 1, .zero)
        return output
    }

    /// Applies the function to rows; if an operand repeats its values in short rows, the values are
    /// copied, so that the kernel gets longer rows.
    func rows(
        _ a: UnsafeMutablePointer<Operand>, _ b: UnsafeMutablePointer<Operand>,
        _ output: UnsafeMutablePointer<Operand>, _ rowCount: Int, _ rowSteps: SIMD4<Int>,
        _ count: Int, _ steps: SIMD4<Int>
    ) {
        let atOnce = min(rowCount, Self.joinedCount / max(1, count))
        let left = RowOperand(count, step: steps.x, rowStep: rowSteps.x)
        let right = RowOperand(count, step: steps.y, rowStep: rowSteps.y)
        guard atOnce > 1, rowSteps.z == count, let left, let right,
            (left == .contiguous) != (right == .contiguous)
        else {
            var start = SIMD4<Int>.zero
            for _ in 0..<rowCount {
                row(a + start.x, b + start.y, output + start.z, count, steps)
                start &+= rowSteps
            }
            return
        }
        let (repeated, kind) = left == .contiguous ? (b, right) : (a, left)
        withUnsafeTemporaryAllocation(of: Operand.self, capacity: atOnce * count) { buffer in
            guard let copies = buffer.baseAddress else { return }
            for first in stride(from: 0, to: rowCount, by: atOnce) {
                let rows = min(atOnce, rowCount - first)
                if kind == .valueForEachRow {
                    for index in 0..<rows {
                        (copies + index * count).update(
                            repeating: repeated[first + index], count: count)
                    }
                } else if first == 0 {
                    for index in 0..<rows {
                        (copies + index * count).update(from: repeated, count: count)
                    }
                }
                let start = first * count
                row(
                    left == .contiguous ? a + start : copies,
                    right == .contiguous ? b + start : copies, output + start, rows * count,
                    SIMD4(1, 1, 0, 0))
            }
        }
    }
}
