import CSightKernels
import ModelFixtures
import Testing

/// Compares the quantization of rows of floats with a plain form of TensorFlow Lite's functions.
@Suite struct QuantizeRowsTests {
    /// A quantized row.
    private struct Row: Equatable {
        var bytes: [Int8]
        var scale: Float
        var offset: Int32
    }

    /// Quantizes a row as `AsymmetricQuantizeFloats` does.
    private func asymmetric(_ row: ArraySlice<Float>) -> Row {
        let (least, greatest) = (min(0, row.min() ?? 0), max(0, row.max() ?? 0))
        guard least != greatest else {
            return Row(bytes: row.map { _ in 0 }, scale: 1, offset: 0)
        }
        let step = (Double(greatest) - Double(least)) / 255
        let (fromLeast, fromGreatest) = (-128 - Double(least) / step, 127 - Double(greatest) / step)
        let isLeast = 128 + abs(Double(least) / step) < 127 + abs(Double(greatest) / step)
        let zero = isLeast ? fromLeast : fromGreatest
        let offset = min(127, max(-128, zero)).rounded(.toNearestOrAwayFromZero)
        let inverse = Float(1 / Double(Float(step)))
        return Row(
            bytes: row.map { quantized(Float(offset) + $0 * inverse, least: -128) },
            scale: Float(step), offset: Int32(offset))
    }

    /// Quantizes a row as `SymmetricQuantizeFloats` does.
    private func symmetric(_ row: ArraySlice<Float>) -> Row {
        let range = row.map(abs).max() ?? 0
        let inverse = range == 0 ? 0 : 127 / range
        return Row(
            bytes: row.map { quantized($0 * inverse, least: -127) },
            scale: range == 0 ? 1 : range / 127, offset: 0)
    }

    private func quantized(_ value: Float, least: Float) -> Int8 {
        Int8(min(127, max(least, value.rounded(.toNearestOrAwayFromZero))))
    }

    /// The kernel quantizes eight rows together; the numbers of rows are below, at and above eight.
    @Test(arguments: [0, 1, 7, 8, 9, 19], [1, 16, 31, 32, 33, 192])
    func rowsAreThoseOfThePlainForm(rows: Int, count: Int) {
        var generator = SeededGenerator(seed: UInt64(1000 * rows + count))
        var values = (0..<rows * count).map { _ in Float.random(in: -3...5, using: &generator) }
        for row in stride(from: 2, to: rows, by: 3) {  // of one sign, or zero
            for i in row * count..<(row + 1) * count {
                values[i] = row % 2 == 0 ? abs(values[i]) : -abs(values[i])
            }
        }
        for i in 0..<min(count, values.count) { values[i] = 0 }
        for isAsymmetric in [true, false] {
            var bytes = [Int8](repeating: 99, count: rows * count)
            var scales = [Float](repeating: .nan, count: rows)
            var offsets = [Int32](repeating: 0, count: rows)
            if isAsymmetric {
                sight_quantize_asymmetric(values, rows, count, 0, &bytes, &scales, &offsets)
            } else {
                sight_quantize_symmetric(values, rows, count, 0, &bytes, &scales)
            }
            for row in 0..<rows {
                let range = row * count..<(row + 1) * count
                let expected =
                    isAsymmetric ? asymmetric(values[range]) : symmetric(values[range])
                let found = Row(
                    bytes: Array(bytes[range]), scale: scales[row], offset: offsets[row])
                #expect(found == expected)
            }
        }
    }
}
