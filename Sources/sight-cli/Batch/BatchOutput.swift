import Foundation

/// Writes the answers of a batch to standard output, one whole line at a time.
struct BatchOutput {
    /// Writes one answer immediately.
    ///
    /// - Throws: ``CommandError`` with status `usage` when standard output cannot be written.
    func write(_ report: some Encodable, for entry: BatchEntry) throws(CommandError) {
        let line = try JSONText.line(BatchAnswer(id: entry.id, report: report)) + "\n"
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
        } catch {
            throw CommandError(
                .usage, "standard output cannot be written: \(error.localizedDescription)",
                cause: error)
        }
    }

    /// Writes an answer for an input that failed.
    ///
    /// - Throws: the same errors as ``write(_:for:)``.
    func writeFailure(_ message: String, for entry: BatchEntry) throws(CommandError) {
        try write(BatchFailure(entry, Console.printable(message)), for: entry)
    }
}
