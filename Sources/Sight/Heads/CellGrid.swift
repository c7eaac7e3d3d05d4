/// The cells of a detector's levels, each level row by row.
package struct CellGrid: Sendable {
    /// Column, row and stride of each cell.
    package let cells: [SIMD3<Float>]
    /// The first cell of each level, and at the end the number of all cells.
    package let starts: [Int]

    /// Makes the cells of an input; a level has `⌈extent / stride⌉` columns and rows.
    package init(width: Int, height: Int, strides: [Int]) {
        var cells: [SIMD3<Float>] = []
        var starts = [0]
        for stride in strides {
            for y in 0..<Self.extent(height, stride) {
                for x in 0..<Self.extent(width, stride) {
                    cells.append([Float(x), Float(y), Float(stride)])
                }
            }
            starts.append(cells.count)
        }
        self.cells = cells
        self.starts = starts
    }

    /// Returns the number of cells of an input.
    package static func count(_ facts: HeadFacts, strides: [Int]) -> Int {
        strides.reduce(0) { $0 + extent(facts.width, $1) * extent(facts.height, $1) }
    }

    package static func extent(_ size: Int, _ stride: Int) -> Int { (size + stride - 1) / stride }
}
