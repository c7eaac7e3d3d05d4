import Foundation

/// Reads the files of the option `--input`.
enum InputData {
    /// The size of the largest file that is read.
    private static let maximumByteCount = 1 << 30

    /// The paths of standard input.
    private static let standardInput = ["-", "/dev/stdin"]

    /// Returns whether an argument `[NAME_OR_INDEX=]FILE` means standard input.
    static func isStandardInput(argument: String) -> Bool {
        standardInput.contains { argument == $0 || argument.hasSuffix("=\($0)") }
    }

    /// Reads a file, or standard input.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed`, naming the path.
    static func read(_ path: String) throws(CommandError) -> Data {
        guard standardInput.contains(path) else {
            return try InputFile.read(path, limit: maximumByteCount)
        }
        let data: Data
        do {
            data =
                try FileHandle.standardInput.read(upToCount: maximumByteCount + 1) ?? Data()
        } catch {
            throw CommandError(
                .someInputsFailed, "\(path) cannot be read: \(error.localizedDescription)",
                cause: error)
        }
        guard data.count <= maximumByteCount else {
            throw CommandError(
                .someInputsFailed,
                "\(path) has more than \(maximumByteCount) bytes, which is the limit")
        }
        return data
    }

    /// Reads an array of numbers from the content of a file.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed`, naming the path.
    static func array(_ file: Data, _ path: String) throws(CommandError) -> NPYArray {
        do {
            return try NPYArray(parsing: file)
        } catch {
            let isArray = NPYFile.isBegun(by: [UInt8](file.prefix(8)))
            throw CommandError(
                .someInputsFailed,
                "\(path)\(isArray ? ":" : " is not an image that this build reads, and") \(error)",
                cause: error)
        }
    }
}
