import ArgumentParser
import Foundation

/// A program of a package of its own, to which a subcommand hands over.
struct OtherProgram {
    /// Its file's name.
    let name: String
    /// The package that makes it.
    let package: String

    /// Runs the program in place of this one.
    ///
    /// - Throws: ``CommandError`` with status `usage` where it cannot be found or run.
    func run(_ arguments: [String]) throws -> Never {
        guard let path else {
            throw CommandError(
                .usage,
                "\(name) is neither beside this program nor in PATH; "
                    + "`swift build -c release --package-path \(package)` makes it")
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        execv(path, words)
        throw CommandError(
            .usage, "\(path) cannot be run: \(String(cString: strerror(errno)))")
    }

    /// The first file of that name that can be run.
    private var path: String? {
        let own = Bundle.main.executableURL?.deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = [own].compactMap { $0 } + path.split(separator: ":").map(String.init)
        return folders.map { $0 + "/" + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
