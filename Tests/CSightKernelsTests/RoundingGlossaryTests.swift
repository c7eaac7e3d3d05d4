import CSightKernels
import Foundation
import Testing

/// Compares the table of the two rounding rules in Documentation/GLOSSARY.md with the kernels.
@Suite struct RoundingGlossaryTests {
    /// The last number of a cell, whose minus sign may be typographic.
    private static func number(_ cell: Substring) -> Double? {
        let plain = cell.replacingOccurrences(of: "−", with: "-")
        return plain.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }.last
    }

    @Test func sumsRoundAsTheTableSays() throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Documentation/GLOSSARY.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        let table = try #require(text.components(separatedBy: "| Sum | Exact product |").last)
        let rows = table.split(separator: "\n").dropFirst(2).prefix { $0.hasPrefix("|") }
        #expect(rows.count == 9)
        for row in rows {
            let cells = row.split(separator: "|")
            let sum = Int32(try #require(Self.number(cells[0])))
            #expect(try #require(Self.number(cells[1])) == Double(sum) * 0.125)
            // 0.125 is the fraction 2^30 / 2^31 and a shift by 2.
            let nearest = sight_requantize_nearest(sum, 1 << 30, 2)
            #expect(Self.number(cells[2]) == Double(nearest), "\(sum)")
            let first = sight_requantize(sum, 1 << 30, 0, 0)
            #expect(Self.number(cells[3]) == Double(first), "\(sum)")
            let reference = sight_requantize(sum, 1 << 30, 0, 2)
            #expect(Self.number(cells[4]) == Double(reference), "\(sum)")
            #expect(cells[4].contains("**") == (reference != nearest), "\(sum)")
        }
    }
}
