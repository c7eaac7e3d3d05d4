import CSightKernels
import Testing

/// Compares the fast way to fill a window's table with the plain one.
@Suite struct WindowTests {
    @Test(arguments: [1, 2, 3, 5], [1, 3])
    func repeatedRowsEqualFilledOnes(rowCount: Int, cells: Int) {
        let (pixels, rowBytes, stride) = (13, 700, 2)
        let columns = (0..<pixels * cells).map { $0 % 5 == 0 ? -1 : Int32($0 * 7) }
        func filled(_ y: Int) -> [Int32] {
            let rows = (0..<rowCount).map { Int32((y * stride + $0) * rowBytes) }
            var offsets = [Int32](repeating: 9, count: pixels * rowCount * cells)
            sight_window_fill(rows, rowCount, columns, pixels, cells, &offsets)
            return offsets
        }
        let above = filled(3)
        var offsets = [Int32](repeating: 9, count: above.count)
        sight_window_repeat(above, above.count, Int32(stride * rowBytes), &offsets)
        #expect(offsets == filled(4))
        #expect(offsets.contains(-1))
    }
}
