import Foundation

/// One argument `--input [NAME_OR_INDEX=]FILE`: an input of a graph and its file.
package struct InputAssignment: Equatable, Sendable {
    /// The input's index among the graph's inputs.
    package let position: Int
    /// The path of the file; `-` is standard input.
    package let path: String

    /// Finds the input of each argument.
    ///
    /// A name is that of a tensor, or one of the graph's signature. An argument that is the path of
    /// a file or has no `=` takes the first input that is still free.
    ///
    /// - Throws: ``CommandError`` with status `usage` for unknown names, indices out of range and
    ///   inputs given twice.
    package static func resolve(_ arguments: [String], for entry: EntryPoint) throws(CommandError)
        -> [InputAssignment]
    {
        var finder = InputFinder(entry, option: "--input")
        var assigned: [InputAssignment] = []
        for argument in arguments {
            let (name, path) = split(argument)
            let position = try finder.take(name, value: path, argument: argument)
            assigned.append(InputAssignment(position: position, path: path))
        }
        return assigned.sorted { $0.position < $1.position }
    }

    private static func split(_ argument: String) -> (name: String?, path: String) {
        guard !FileManager.default.fileExists(atPath: argument),
            let mark = argument.firstIndex(of: "=")
        else { return (nil, argument) }
        return (String(argument[..<mark]), String(argument[argument.index(after: mark)...]))
    }
}
