import ArgumentParser
import Foundation

/// A program of another package that runs a subcommand.
struct OtherProgram {
    /// The name of the program's file.
    let name: String
    /// The package that builds the program.
    let package: String

    /// Replaces this process by the program.
    ///
    /// - Throws: ``CommandError`` with status `usage` if the program cannot be found or run.
    func run(_ arguments: [String]) throws -> Never {
        guard let path else {
            throw CommandError(
                .usage,
                "\(name) is neither beside this program nor in PATH; "
                    + "`swift build -c release --package-path \(package)` makes it; then put it "
                    + "beside `sight` or into PATH")
        }
        // tvOS lacks `execv`.
        #if os(tvOS) || os(watchOS)
            throw CommandError(.usage, "\(path) cannot be run: this system starts no programs")
        #else
            var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
            words.append(nil)
            execv(path, words)
            throw CommandError(
                .usage, "\(path) cannot be run: \(String(cString: strerror(errno)))")
        #endif
    }

    /// The first executable file with the program's name.
    private var path: String? {
        let own = Bundle.main.executableURL?.deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = [own].compactMap { $0 } + path.split(separator: ":").map(String.init)
        return folders.map { $0 + "/" + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
