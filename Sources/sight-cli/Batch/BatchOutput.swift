import Foundation

/// Writes the answers of a batch to standard output, one whole line at a time.
struct BatchOutput {
    /// Writes one answer immediately.
    ///
    /// - Throws: ``CommandError`` with status `usage` when standard output cannot be written.
    func write(_ report: some Encodable, for entry: BatchEntry) throws(CommandError) {
        try Console.output(JSONText.line(BatchAnswer(entry: entry, report: report)) + "\n")
    }

    /// Writes an answer for an input that failed.
    ///
    /// - Throws: the same errors as ``write(_:for:)``.
    func writeFailure(_ message: String, for entry: BatchEntry) throws(CommandError) {
        try write(BatchFailure(entry, Console.printable(message)), for: entry)
    }
}
