import Foundation
import SightConcurrency

/// A log for mistakes in the use of the modules that are no errors: it writes each text once.
package final class DeveloperLog: Sendable {
    /// The log of the process, on standard error.
    package static let shared = DeveloperLog { text in
        // `write(_:)` of FileHandle ends the program if it fails.
        try? FileHandle.standardError.write(contentsOf: Data("Sight: \(text)\n".utf8))
    }

    private let write: @Sendable (String) -> Void
    private let written = Guarded<Set<String>>([])

    /// Makes a log that passes its texts to a function.
    package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Writes a text, unless it was written before.
    func note(_ text: String) {
        guard written.withLock({ $0.insert(text).inserted }) else { return }
        write(text)
    }
}
