import Foundation

/// A text file that grows line by line.
///
/// Lines for a pipe or a terminal, and those of a live video, are written at once. Other lines are
/// written in blocks, with the first line after a second at the latest.
final class LineFile {
    private let path: String
    private let handle: FileHandle
    private let isStandardOutput: Bool
    private let writesAtOnce: Bool
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
    /// - Parameters:
    ///   - path: the file.
    ///   - isLive: whether a line may be the last one for a long time.
    /// - Throws: ``CommandError`` with status `usage`.
    init(_ path: String, isLive: Bool = false) throws(CommandError) {
        self.path = path
        isStandardOutput = Self.isStandardOutput(path)
        if isStandardOutput {
            handle = .standardOutput
            writesAtOnce = isLive || Self.hasReader(STDOUT_FILENO)
            return
        }
        // FileManager would put a new file in the place of a pipe or a device.
        let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard number >= 0 else {
            throw CommandError(
                .usage, "\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
        writesAtOnce = isLive || Self.hasReader(number)
    }

    private static func kind(_ descriptor: Int32) -> mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    /// Whether somebody may wait for each line.
    private static func hasReader(_ descriptor: Int32) -> Bool {
        [S_IFIFO, S_IFSOCK].contains(kind(descriptor)) || isatty(descriptor) == 1
    }

    /// Removes what a file had before the command; call this before the first line.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func clear() throws(CommandError) {
        // Pipes and devices have nothing to remove.
        guard !isStandardOutput, Self.kind(handle.fileDescriptor) == S_IFREG,
            ftruncate(handle.fileDescriptor, 0) != 0
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
        if writesAtOnce || pending.count > 1 << 16 || sinceWriting.seconds > 1 {
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
