import Foundation
import SightConcurrency

/// How many bytes of a transfer are done, on standard error, when that is a terminal.
final class ByteProgressBar: Sendable {
    private static let width = 30

    private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1
    private let shown = Guarded(-1)

    /// Shows a state; the line is written again only when its percentage has changed.
    func show(completed: Int, total: Int?) {
        guard isShown, let total, total > 0 else { return }
        let percent = Int(Double(completed) / Double(total) * 100)
        let isNew = shown.withLock { shown in
            defer { shown = percent }
            return percent != shown
        }
        guard isNew else { return }
        let filled = Self.width * min(percent, 100) / 100
        let bar =
            String(repeating: "█", count: filled)
            + String(repeating: "░", count: Self.width - filled)
        write("\r\(bar) \(percent)%  \(completed.asByteCount) of \(total.asByteCount) ")
    }

    /// Takes the bar away.
    func clear() { if isShown { write("\r\u{1B}[K") } }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
