import SightTesting
import SightTracking
import Testing

@Suite struct AssignmentTests {
    /// The slow twin, which tries every permutation.
    private func best(_ costs: [Double], rows: Int, columns: Int) -> Double {
        func search(_ row: Int, _ used: Set<Int>) -> Double {
            guard row < rows else { return 0 }
            let skipped = rows > columns ? search(row + 1, used) : .infinity
            let isFull = used.count == min(rows, columns)
            var least = isFull ? skipped : rows - row > columns - used.count ? skipped : .infinity
            for column in 0..<columns where !used.contains(column) {
                least = min(
                    least, costs[row * columns + column] + search(row + 1, used.union([column])))
            }
            return least
        }
        return search(0, [])
    }

    @Test(arguments: 0..<60)
    func findsTheCheapestPairs(seed: Int) {
        var noise = SeededGenerator(seed: UInt64(seed) &+ 1)
        let rows = Int.random(in: 1...6, using: &noise)
        let columns = Int.random(in: 1...6, using: &noise)
        let costs = (0..<rows * columns).map { _ in
            Double(Int.random(in: -20...20, using: &noise))
        }
        var assignment = Assignment()
        assignment.solve(costs, rows: rows, columns: columns)
        let pairs = assignment.columnOfRow.enumerated().filter { $0.element >= 0 }
        #expect(pairs.count == min(rows, columns))
        #expect(Set(pairs.map(\.element)).count == pairs.count)
        let sum = pairs.reduce(0) { $0 + costs[$1.offset * columns + $1.element] }
        #expect(sum == best(costs, rows: rows, columns: columns))
    }

    @Test func takesNothing() {
        var assignment = Assignment()
        assignment.solve([], rows: 0, columns: 5)
        #expect(assignment.columnOfRow.isEmpty)
        assignment.solve([], rows: 3, columns: 0)
        #expect(assignment.columnOfRow == [-1, -1, -1])
    }
}
