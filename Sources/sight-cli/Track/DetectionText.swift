import Foundation
import SightEvaluation
import SightGeometry
import SightTracking

/// Reads the detections of `sight track --detections`.
enum DetectionText {
    private static let maximumByteCount = 1 << 30

    /// Reads the detections of a file in MOTChallenge format, by frame.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed`, naming the file and the line.
    static func read(_ path: String) throws(CommandError) -> [Int: [Detection]] {
        let data = try InputFile.read(path, limit: maximumByteCount)
        let text = String(decoding: data, as: UTF8.self)
        let rows: [MOTRow]
        do throws(EvaluationError) {
            rows = try MOTText.rows(of: text)
        } catch {
            throw CommandError(.someInputsFailed, "\(path): \(error.message)", cause: error)
        }
        // A tracker would ignore such a box, and its object would be missing without a reason.
        if let bad = rows.firstIndex(where: { $0.box.width < 0 || $0.box.height < 0 }) {
            let box = rows[bad].box
            throw CommandError(
                .someInputsFailed,
                "\(path): line \(lineNumber(ofRow: bad, in: text)): the box is "
                    + "\(box.width)×\(box.height) pixels, a size below 0")
        }
        return Dictionary(grouping: rows, by: \.frame).mapValues { $0.map(detection) }
    }

    private static func detection(_ row: MOTRow) -> Detection {
        Detection(
            box: row.box, score: row.score,
            label: row.classIndex.map { Label(text: "", index: $0, score: row.score) })
    }

    /// Returns the number of the line that has a row; blank lines and comments have none.
    private static func lineNumber(ofRow row: Int, in text: String) -> Int {
        var (rest, number, rowCount) = (text[...], 0, 0)
        while rowCount <= row, !rest.isEmpty {
            let end = rest.firstIndex(where: \.isNewline) ?? rest.endIndex
            rowCount += (try? MOTText.rows(of: String(rest[..<end])).count) ?? 0
            number += 1
            rest = rest[end...].dropFirst()
        }
        return number
    }
}
