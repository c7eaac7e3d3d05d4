import Foundation

/// The work of a child process of the service.
package enum ChildWork {
    /// Does the work that the command-line arguments of a child select.
    ///
    /// - Parameter arguments: the arguments after the program's name.
    /// - Returns: the exit status; `nil` if the arguments are those of the service.
    package static func run(_ arguments: [String]) -> Int32? {
        guard arguments.first == "work", arguments.count >= 2 else { return nil }
        let rest = Array(arguments.dropFirst(2))
        do {
            switch arguments[1] {
            case "try":
                try FileHandle.standardOutput.write(
                    contentsOf: Data(ModelTrial.reply(to: rest).utf8))
                return 0
            case "decode":
                guard let work = DecoderWork(rest) else { return 2 }
                try work.run()
                return 0
            default: return 2
            }
        } catch {
            return 1
        }
    }
}
