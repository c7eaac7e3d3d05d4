/// Pairs rows (tracks) with columns (observations) by similarity: the best assignment, then a gate.
///
/// It keeps its memory between calls.
struct Matching: Sendable {
    /// One accepted pair.
    struct Pair: Sendable {
        var row: Int
        var column: Int
    }

    private var costs: [Double] = []
    private var similarities: [Float] = []
    private var assignment = Assignment()
    /// Accepted pairs, by ascending row.
    private(set) var pairs: [Pair] = []

    /// Assigns rows to columns so that the sum of the similarities of all pairs is as large as
    /// possible, and then drops the pairs whose similarity is below a gate.
    ///
    /// - Parameters:
    ///   - rows: the number of rows.
    ///   - columns: the number of columns.
    ///   - gate: the smallest similarity of an accepted pair.
    ///   - bonus: a number added to the similarity for the assignment, but not for the gate.
    ///   - similarity: the similarity of a row and a column.
    @inline(__always)
    mutating func match(
        rows: Int, columns: Int, gate: Float, bonus: (Int, Int) -> Float = { _, _ in 0 },
        similarity: (Int, Int) -> Float
    ) {
        solve(rows: rows, columns: columns, gate: gate, similarity: similarity) {
            -Double($0 + bonus($1, $2))
        }
    }

    /// Assigns rows to columns so that the sum of the similarities of the accepted pairs is as
    /// large as possible.
    ///
    /// A pair is accepted if its similarity reaches the gate.
    ///
    /// Unlike ``match(rows:columns:gate:bonus:similarity:)``, a pair below the gate never takes a
    /// row or a column away from a pair above it.
    mutating func matchGated(
        rows: Int, columns: Int, gate: Float, similarity: (Int, Int) -> Float
    ) {
        solve(rows: rows, columns: columns, gate: gate, similarity: similarity) { value, _, _ in
            value >= gate ? -Double(value - gate) - 1e-3 : 0
        }
    }

    /// Assigns columns to rows with the smallest sum of costs, then drops pairs below the gate.
    ///
    /// - Parameters:
    ///   - rows: the number of rows.
    ///   - columns: the number of columns.
    ///   - gate: the smallest similarity of an accepted pair.
    ///   - similarity: the similarity of a row and a column.
    ///   - cost: the cost of a pair, by its similarity, its row and its column.
    @inline(__always)
    private mutating func solve(
        rows: Int, columns: Int, gate: Float, similarity: (Int, Int) -> Float,
        cost: (Float, Int, Int) -> Double
    ) {
        pairs.removeAll(keepingCapacity: true)
        guard rows > 0, columns > 0 else { return }
        costs.removeAll(keepingCapacity: true)
        similarities.removeAll(keepingCapacity: true)
        for row in 0..<rows {
            for column in 0..<columns {
                let value = similarity(row, column)
                similarities.append(value)
                costs.append(cost(value, row, column))
            }
        }
        assignment.solve(costs, rows: rows, columns: columns)
        for row in 0..<rows {
            let column = assignment.columnOfRow[row]
            guard column >= 0, similarities[row * columns + column] >= gate else { continue }
            pairs.append(Pair(row: row, column: column))
        }
    }
}
