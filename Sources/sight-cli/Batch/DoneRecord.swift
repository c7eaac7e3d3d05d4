package import Foundation

/// What an earlier run of a batch has answered.
///
/// An input that was answered with an error is done as well. A list may name an input several
/// times; as many are left out as there are answers.
package struct DoneRecord {
    private var counts: [BatchIdentifier: Int] = [:]

    /// Nothing is done.
    package init() {}

    private struct Answer: Decodable { var id: BatchIdentifier? }

    /// Reads the answers of an earlier run; none from a file that is not there.
    ///
    /// The last line counts only when it is complete. When standard output goes to this very file,
    /// what was cut off is taken away, so that the next answer begins a line of its own.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    package init(path: String, output: FileHandle = .standardOutput) throws(CommandError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandError(
                .usage, "--skip-done: \(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { try? file.close() }
        var whole = 0
        var pending = Data()
        while let more = try? file.read(upToCount: 1 << 20), !more.isEmpty {
            pending.append(more)
            while let end = pending.firstIndex(of: 0x0A) {
                let line = Data(pending[..<end])
                pending = Data(pending[pending.index(after: end)...])
                whole += line.count + 1
                note(line)
            }
        }
        if !pending.isEmpty, Self.isSame(file, output) {
            guard ftruncate(output.fileDescriptor, off_t(whole)) == 0 else {
                throw CommandError(
                    .usage, "--skip-done: the line of \(path) that was cut off cannot be removed")
            }
        }
    }

    /// Whether an input has been answered; each answer counts for one input.
    package mutating func takes(_ id: BatchIdentifier) -> Bool {
        guard let count = counts[id] else { return false }
        counts[id] = count > 1 ? count - 1 : nil
        return true
    }

    private mutating func note(_ line: Data) {
        guard let id = (try? JSONDecoder().decode(Answer.self, from: line))?.id else { return }
        counts[id, default: 0] += 1
    }

    private static func isSame(_ one: FileHandle, _ other: FileHandle) -> Bool {
        var (first, second) = (stat(), stat())
        guard fstat(one.fileDescriptor, &first) == 0, fstat(other.fileDescriptor, &second) == 0
        else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
