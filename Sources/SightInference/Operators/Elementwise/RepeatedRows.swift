import SightTensor

/// A function of two integers with a vector kernel for long rows, such as ``QuantizedArithmetic``.
protocol RepeatedRows: BinaryFunction where Operand == Result, Operand: FixedWidthInteger {}

extension RepeatedRows {
    /// The length from which a row is not repeated.
    private static var longRow: Int { 2048 }

    func apply(_ a: Operand, _ b: Operand) -> Operand {
        var (a, b, output) = (a, b, Operand.zero)
        row(&a, &b, &output, 1, .zero)
        return output
    }

    /// Applies the function to rows; if an operand is one short row for all, such as factors of
    /// channels, it is repeated, so that the kernel gets longer rows.
    func rows(
        _ a: UnsafeMutablePointer<Operand>, _ b: UnsafeMutablePointer<Operand>,
        _ output: UnsafeMutablePointer<Operand>, _ rowCount: Int, _ rowSteps: SIMD4<Int>,
        _ count: Int, _ steps: SIMD4<Int>
    ) {
        let repeats = min(rowCount, Self.longRow / max(1, count))
        let (repeatsA, repeatsB) = (rowSteps.x == 0, rowSteps.y == 0)
        guard repeats > 1, repeatsA != repeatsB, steps.x == 1, steps.y == 1, rowSteps.z == count,
            (repeatsA ? rowSteps.y : rowSteps.x) == count
        else {
            var start = SIMD4<Int>.zero
            for _ in 0..<rowCount {
                row(a + start.x, b + start.y, output + start.z, count, steps)
                start &+= rowSteps
            }
            return
        }
        withUnsafeTemporaryAllocation(of: Operand.self, capacity: repeats * count) { buffer in
            guard let copies = buffer.baseAddress else { return }
            for index in 0..<repeats {
                (copies + index * count).update(from: repeatsA ? a : b, count: count)
            }
            for first in stride(from: 0, to: rowCount, by: repeats) {
                let (start, length) = (first * count, min(repeats, rowCount - first) * count)
                row(
                    repeatsA ? copies : a + start, repeatsB ? copies : b + start, output + start,
                    length, steps)
            }
        }
    }
}
