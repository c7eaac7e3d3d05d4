/// Text in aligned columns for a terminal.
package struct TextTable: Sendable {
    /// The alignment of a column's text.
    package enum Alignment: Sendable { case left, right }

    private let titles: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// Creates an empty table.
    package init(_ columns: [(title: String, alignment: Alignment)]) {
        titles = columns.map(\.title)
        alignments = columns.map(\.alignment)
    }

    /// Adds a row; cells past the last column are dropped, missing ones are empty.
    package mutating func add(_ cells: String...) { add(cells) }

    /// Adds a row; cells past the last column are dropped, missing ones are empty.
    package mutating func add(_ cells: [String]) {
        let cells = cells.prefix(titles.count).map(Console.printable)
        rows.append(cells + Array(repeating: "", count: titles.count - cells.count))
    }

    /// The table with its titles, indented by two spaces; empty if there are no rows.
    package var text: String {
        guard !rows.isEmpty else { return "" }
        let widths = titles.indices.map { column in
            ([titles] + rows).map { $0[column].count }.max() ?? 0
        }
        return ([titles] + rows).map { line($0, widths) + "\n" }.joined()
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            let space = String(repeating: " ", count: widths[column] - cell.count)
            line += "  " + (alignments[column] == .left ? cell + space : space + cell)
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
