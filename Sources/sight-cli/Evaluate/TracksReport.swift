import Foundation
import SightEvaluation

/// The metrics of one or more sequences, and of all sequences together.
package struct TracksReport: Sendable {
    /// One row for each sequence, then one named `all` if there are several.
    package let rows: [TracksRow]
    /// The complaints about files without a row that counts.
    package let warnings: [String]

    /// The size of the largest file that is read, in bytes.
    private static let limit = 1 << 28

    /// Reads the sequences and measures them.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed`, naming the file, or both files if
    ///   nothing counts in any sequence.
    package init(groundTruth: [String], results: [String]) throws(CommandError) {
        var rows: [TracksRow] = []
        var all: [MOTMetrics] = []
        var warnings: [String] = []
        for (truth, result) in zip(groundTruth, results) {
            let sequence: MOTSequence
            let (truthRows, resultRows) = (try Self.read(truth), try Self.read(result))
            do throws(EvaluationError) {
                sequence = try MOTSequence(groundTruth: truthRows, results: resultRows)
            } catch {
                throw CommandError(error, groundTruth: truth, results: result)
            }
            warnings += [
                UncountedRows.complaint(groundTruth: truthRows, of: truth),
                UncountedRows.complaint(results: resultRows, of: result),
            ].compactMap(\.self)
            let metrics = MOTMetrics(sequence)
            all.append(metrics)
            rows.append(TracksRow(result, metrics))
        }
        // One sequence of several may be empty: its scene has no object, and none is found.
        guard warnings.count < 2 * all.count else {
            throw CommandError(
                .someInputsFailed,
                "there is nothing to compare: " + warnings.joined(separator: "; "))
        }
        self.warnings = warnings
        if all.count > 1 { rows.append(TracksRow("all", MOTMetrics(combining: all))) }
        self.rows = rows
    }

    private static func read(_ path: String) throws(CommandError) -> [MOTRow] {
        let bytes = try InputFile.read(path, limit: limit)
        do {
            return try MOTText.rows(of: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandError(.someInputsFailed, "\(path): \(error)", cause: error)
        }
    }

    /// The report as a table for a terminal.
    package var text: String {
        let numbers = [
            "HOTA", "DetA", "AssA", "LocA", "MOTA", "IDF1", "switches", "fragments", "misses",
            "false",
        ]
        var table = TextTable([("sequence", .left)] + numbers.map { ($0, .right) })
        for row in rows {
            table.add(
                row.sequence, row.hota.asMetric, row.detA.asMetric, row.assA.asMetric,
                row.locA.asMetric, row.mota?.asMetric ?? "–", row.idf1.asMetric,
                "\(row.idSwitches)", "\(row.fragmentations)", "\(row.misses)", "\(row.falseAlarms)")
        }
        return table.text
    }

    /// A chart of the HOTA of each sequence, with other metrics in the captions.
    package var chart: BarChart {
        BarChart(
            title: "HOTA", subtitle: "with DetA, AssA, IDF1 and identity switches",
            bars: rows.map { row in
                BarChart.Bar(
                    label: row.sequence, value: row.hota,
                    caption: "\(row.hota.asMetric)  (\(row.detA.asMetric), \(row.assA.asMetric), "
                        + "\(row.idf1.asMetric), \(row.idSwitches))")
            })
    }
}

extension Double {
    /// The number with three decimal places.
    fileprivate var asMetric: String { String(format: "%.3f", self) }
}
