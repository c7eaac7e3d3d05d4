import Foundation

/// Counts by row and column as an SVG image, such as a confusion matrix.
struct MatrixChart: Sendable {
    let title: String
    let subtitle: String
    /// The titles of the rows and the columns.
    let rowTitle, columnTitle: String
    /// The names of the rows, which are also those of the columns.
    let names: [String]
    /// The counts, with as many rows and columns as names; missing cells are 0.
    let counts: [[Int]]

    // Lengths are in pixels.
    private static let cell = 72
    private static let top = 104
    private static let margin = 16
    private static let letterWidth = 8

    /// The image: one self-contained SVG document on white; a cell's shade is its part of the row.
    var svg: String {
        let left = 2 * Self.margin + (names.map(\.count).max() ?? 0) * Self.letterWidth
        let width = max(
            left + names.count * Self.cell + Self.margin,
            max(title.count * 10, subtitle.count * 7) + 2 * Self.margin)
        let height = Self.top + names.count * Self.cell + 2 * Self.margin
        var lines = [SVG.open(width: width, height: height)]
        lines += SVG.heading(title, subtitle, margin: Self.margin)
        lines.append(
            SVG.text(
                "\(rowTitle) ↓   \(columnTitle) →", x: Self.margin, y: 72, ##"fill="#555555""##))
        for (row, name) in names.enumerated() {
            let y = Self.top + row * Self.cell
            lines.append(
                SVG.text(
                    name, x: left - 10, y: y + Self.cell / 2 + 5,
                    ##"text-anchor="end" fill="#1a1a1a""##))
            lines.append(
                SVG.text(
                    name, x: left + row * Self.cell + Self.cell / 2, y: Self.top - 10,
                    ##"text-anchor="middle" font-size="11" fill="#1a1a1a""##))
            for column in names.indices { lines += cells(row, column, left: left, y: y) }
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private func cells(_ row: Int, _ column: Int, left: Int, y: Int) -> [String] {
        let count = value(row, column)
        let whole = names.indices.reduce(0) { $0 + value(row, $1) }
        let share = whole > 0 ? Double(count) / Double(whole) : 0
        let x = left + column * Self.cell
        let color = row == column ? "#2f6fb0" : "#d1702b"
        let ink = share > 0.6 ? "#ffffff" : "#1a1a1a"
        let center = #"text-anchor="middle" fill="\#(ink)""#
        return [
            #"<rect x="\#(x + 1)" y="\#(y + 1)" width="\#(Self.cell - 2)" "#
                + #"height="\#(Self.cell - 2)" fill="\#(color)" "#
                + #"fill-opacity="\#(String(format: "%.3f", 0.06 + 0.94 * share))"/>"#,
            SVG.text("\(count)", x: x + Self.cell / 2, y: y + Self.cell / 2, center),
            SVG.text(
                String(format: "%.0f%%", share * 100), x: x + Self.cell / 2,
                y: y + Self.cell / 2 + 17, center + #" font-size="11""#),
        ]
    }

    private func value(_ row: Int, _ column: Int) -> Int {
        guard counts.indices.contains(row), counts[row].indices.contains(column) else { return 0 }
        return counts[row][column]
    }
}
