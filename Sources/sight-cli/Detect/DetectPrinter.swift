import Foundation
import Sight
import SightReports

/// Prints the objects of an image: as a table for people, or as a line of JSON for programs.
struct DetectPrinter {
    let isJSON: Bool
    let space: BoxSpace

    /// Prints one image's objects on standard output.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed`; `usage` if it cannot be written.
    func show(_ found: DetectedImage) throws(CommandError) {
        let report = found.report(in: space)
        let text = isJSON ? try JSONText.line(report) + "\n" : headline(report) + table(report)
        try Console.output(text)
    }

    private func headline(_ report: DetectReport) -> String {
        let times = report.milliseconds
        let count = report.objects.count
        let objects = count == 0 ? "no objects" : "\(count) object\(count == 1 ? "" : "s")"
        var parts = [
            String(format: "decode %.1f ms", times.decode),
            String(format: "detect %.1f ms", times.detect),
        ]
        if times.classify > 0 { parts.append(String(format: "classify %.1f ms", times.classify)) }
        return "\(Console.printable(report.file))  \(report.width)×\(report.height)  \(objects)"
            + "  (\(parts.joined(separator: ", ")))\n"
    }

    private func table(_ report: DetectReport) -> String {
        var table = TextTable([
            ("", .right), ("label", .left), ("score", .right), ("x", .right), ("y", .right),
            ("width", .right), ("height", .right),
        ])
        for (number, object) in report.objects.enumerated() {
            let box = object.box.map { String(format: "%.0f", $0) }
            table.add(
                "\(number + 1)", names(object.labels), String(format: "%.2f", object.score),
                box[0], box[1], box[2], box[3])
        }
        return table.text
    }

    private func names(_ labels: [DetectReport.Name]) -> String {
        labels.isEmpty
            ? "Object"
            : labels.map { label in
                (label.text.isEmpty ? "class \(label.index)" : label.text)
                    + String(format: " %.2f", label.score)
            }.joined(separator: ", ")
    }
}
