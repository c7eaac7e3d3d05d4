import Foundation
import SightReports

/// Encodes results as JSON.
package enum JSONText {
    /// Returns one line of JSON with sorted keys; numbers that JSON lacks become the strings `inf`,
    /// `-inf` and `nan`.
    package static func line(_ value: some Encodable) throws(CommandError) -> String {
        try text { try ReportEncoder.line(value) }
    }

    /// Returns the same JSON on several lines.
    package static func pages(_ value: some Encodable) throws(CommandError) -> String {
        try text { try ReportEncoder.pages(value) }
    }

    private static func text(_ encode: () throws -> Data) throws(CommandError) -> String {
        do {
            return String(decoding: try encode(), as: UTF8.self)
        } catch {
            throw CommandError(
                .someInputsFailed, "the result cannot be written as JSON: \(error)", cause: error)
        }
    }
}
