package import Foundation

/// The inputs that an earlier run of a batch has answered.
///
/// An answer with an error counts, too. If a list names an input several times, each answer stands
/// for one of them. Inputs without an identifier are recognized by the number of their line.
package struct DoneRecord {
    private var counts: [BatchIdentifier: Int] = [:]
    private var lines: Set<Int> = []

    /// Creates a record without answers.
    package init() {}

    private struct Answer: Decodable { var id: BatchIdentifier? }
    private struct NamelessAnswer: Decodable { var line: Int }

    /// Reads the answers of an earlier run; if the file does not exist, there are none.
    ///
    /// The last line counts only if it is complete. If standard output is this same file, an
    /// incomplete last line is cut off, so that the next answer starts on a new line.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    package init(path: String, output: FileHandle = .standardOutput) throws(CommandError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        // A device or a pipe may have no end, and opening a pipe may wait for its writer.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandError(
                .usage,
                "--skip-done: \(path) is not a regular file: give the file of an earlier run")
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandError(
                .usage, "--skip-done: \(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { try? file.close() }
        var whole = 0
        var pending = Data()
        // The position up to which `pending` has been searched for the end of a line.
        var searched = 0
        while let more = try Self.piece(of: file, path), !more.isEmpty {
            pending.append(more)
            var start = 0
            while let end = pending[searched...].firstIndex(of: 0x0A) {
                note(Data(pending[start..<end]))
                start = end + 1
                searched = start
            }
            whole += start
            // A copy for each line or piece would take quadratic time.
            if start > 0 { pending = Data(pending[start...]) }
            searched = pending.count
        }
        if !pending.isEmpty, Self.isSame(file, output) {
            guard ftruncate(output.fileDescriptor, off_t(whole)) == 0 else {
                throw CommandError(
                    .usage, "--skip-done: the line of \(path) that was cut off cannot be removed")
            }
        }
    }

    /// Reads the next bytes; an error must not look like the end, after which lines are cut off.
    private static func piece(of file: FileHandle, _ path: String) throws(CommandError) -> Data? {
        do { return try file.read(upToCount: 1 << 20) } catch {
            throw CommandError(
                .usage, "--skip-done: \(path) cannot be read: \(error.localizedDescription)",
                cause: error)
        }
    }

    /// Removes one answer of an input; returns whether there was one.
    package mutating func takes(_ entry: BatchEntry) -> Bool {
        guard let id = entry.id else { return lines.remove(entry.line) != nil }
        return takes(id)
    }

    /// Removes one answer with an identifier; returns whether there was one.
    package mutating func takes(_ id: BatchIdentifier) -> Bool {
        guard let count = counts[id] else { return false }
        counts[id] = count > 1 ? count - 1 : nil
        return true
    }

    private mutating func note(_ line: Data) {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: line) else { return }
        if let id = answer.id {
            counts[id, default: 0] += 1
        } else if let nameless = try? JSONDecoder().decode(NamelessAnswer.self, from: line) {
            lines.insert(nameless.line)
        }
    }

    private static func isSame(_ one: FileHandle, _ other: FileHandle) -> Bool {
        var (first, second) = (stat(), stat())
        guard fstat(one.fileDescriptor, &first) == 0, fstat(other.fileDescriptor, &second) == 0
        else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
