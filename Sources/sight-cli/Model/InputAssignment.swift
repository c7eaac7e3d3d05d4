import Foundation
package import SightModelFile

/// One argument `--input [NAME_OR_INDEX=]FILE`: an input of the model and its file.
package struct InputAssignment: Equatable, Sendable {
    /// The input's index among the model's inputs.
    package let position: Int
    /// The path of the file.
    package let path: String

    /// Finds the input of each argument.
    ///
    /// A name is that of a tensor, or one of the main graph's signature. An argument that is the
    /// path of a file or has no `=` takes the first input that is still free.
    ///
    /// - Throws: ``CommandError`` with status `usage` for unknown names, indices out of range and
    ///   inputs given twice.
    package static func resolve(_ arguments: [String], for model: Model) throws(CommandError)
        -> [InputAssignment]
    {
        var assigned: [Int: InputAssignment] = [:]
        for argument in arguments {
            let (name, path) = split(argument)
            guard let position = try position(name, model, taken: assigned, argument) else {
                throw CommandError(
                    .usage,
                    "--input \(argument): the model has only \(model.main.inputs.count) inputs")
            }
            if let earlier = assigned[position] {
                throw CommandError(
                    .usage,
                    "--input \(argument): input \(position) is already \(earlier.path)")
            }
            assigned[position] = InputAssignment(position: position, path: path)
        }
        return assigned.values.sorted { $0.position < $1.position }
    }

    private static func split(_ argument: String) -> (name: String?, path: String) {
        guard !FileManager.default.fileExists(atPath: argument),
            let mark = argument.firstIndex(of: "=")
        else { return (nil, argument) }
        return (String(argument[..<mark]), String(argument[argument.index(after: mark)...]))
    }

    /// Returns the input with a name, or the first free one without a name; `nil` if none is left.
    private static func position(
        _ name: String?, _ model: Model, taken: [Int: InputAssignment], _ argument: String
    ) throws(CommandError) -> Int? {
        let inputs = model.main.inputs
        guard let name else { return inputs.indices.first { taken[$0] == nil } }
        let tensor = model.signatures.first { $0.subgraph == 0 }?.inputs
            .first { $0.name == name }?.tensor
        let named = inputs.indices.first {
            model.main.tensors[inputs[$0]].name == name || inputs[$0] == tensor
        }
        if let named { return named }
        if let index = Int(name), inputs.indices.contains(index) { return index }
        let names = inputs.indices.map { "\($0) \"\(model.main.tensors[inputs[$0]].name)\"" }
        throw CommandError(
            .usage,
            "--input \(argument): the model has no input \"\(name)\"; its inputs are "
                + names.joined(separator: ", "))
    }
}
