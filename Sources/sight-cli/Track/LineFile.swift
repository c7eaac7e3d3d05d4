import Foundation

/// A text file that grows line by line; complete lines are written at least every second.
final class LineFile {
    private let path: String
    private let handle: FileHandle
    private let isStandardOutput: Bool
    private var pending = Data()
    private var sinceWriting = Stopwatch()

    /// Returns whether a path is `-`, or leads to the file or pipe that is the standard output, as
    /// `/dev/stdout` does.
    ///
    /// Two writers that know nothing of each other would overwrite each other's text.
    static func isStandardOutput(_ path: String) -> Bool {
        guard path != "-" else { return true }
        guard let output = FileIdentity(descriptor: STDOUT_FILENO) else { return false }
        return FileIdentity(path) == output
    }

    /// Opens a file for writing, or standard output for `-`.
    ///
    /// A file keeps its content until ``clear()``, so that a command can first open all outputs.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    init(_ path: String) throws(CommandError) {
        self.path = path
        isStandardOutput = Self.isStandardOutput(path)
        if isStandardOutput {
            handle = .standardOutput
            return
        }
        // FileManager would put a new file in the place of a pipe or a device.
        let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard number >= 0 else {
            throw CommandError(
                .usage, "\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    }

    /// Removes what a file had before the command; call this before the first line.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func clear() throws(CommandError) {
        var status = stat()
        // Pipes and devices have nothing to remove.
        guard !isStandardOutput, fstat(handle.fileDescriptor, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, ftruncate(handle.fileDescriptor, 0) != 0
        else { return }
        throw CommandError(
            .usage, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }

    /// Appends a line.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func write(_ line: String) throws(CommandError) {
        pending.append(contentsOf: line.utf8)
        pending.append(UInt8(ascii: "\n"))
        if pending.count > 1 << 16 || sinceWriting.seconds > 1 {
            try flush()
        }
    }

    /// Writes the remaining lines.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func finish() throws(CommandError) {
        try flush()
        if !isStandardOutput { try? handle.close() }
    }

    private func flush() throws(CommandError) {
        do {
            try handle.write(contentsOf: pending)
        } catch {
            throw CommandError(
                .usage, "\(path) cannot be written: \(OutputFile.reason(error))", cause: error)
        }
        pending.removeAll(keepingCapacity: true)
        sinceWriting.restart()
    }
}
