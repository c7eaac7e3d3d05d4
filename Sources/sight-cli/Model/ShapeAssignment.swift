import SightModelFile
package import SightTensor

/// One argument `--shape [NAME_OR_INDEX=]EXTENTS`: an input of a graph and the shape that it gets.
package struct ShapeAssignment: Equatable, Sendable {
    /// The input's index among the graph's inputs.
    package let position: Int
    /// The shape, with as many axes as the input has.
    package let shape: Shape
    /// The argument as the user wrote it.
    package let argument: String

    /// Finds the input of each argument.
    ///
    /// Names are those of ``InputAssignment``. An argument without `=` takes the first input that
    /// is still free.
    ///
    /// - Throws: ``CommandError`` with status `usage` for unknown names, inputs given twice, and
    ///   extents that are none or too many or too few for the input.
    package static func resolve(_ arguments: [String], for entry: EntryPoint) throws(CommandError)
        -> [ShapeAssignment]
    {
        var finder = InputFinder(entry, option: "--shape")
        var assigned: [ShapeAssignment] = []
        for argument in arguments {
            // A tensor's name may have the character, too, but extents have not.
            let mark = argument.lastIndex(of: "=")
            let name = mark.map { String(argument[..<$0]) }
            let extents = mark.map { String(argument[argument.index(after: $0)...]) } ?? argument
            let position = try finder.take(name, value: extents, argument: argument)
            guard let shape = shape(extents) else {
                throw CommandError(
                    .usage,
                    "--shape \(argument): \"\(extents)\" is not a valid shape: give extents of at "
                        + "least 0 with commas, such as 1,224,224,3")
            }
            let input = entry.input(position)
            guard shape.rank == input.shape.rank else {
                throw CommandError(
                    .usage,
                    "--shape \(argument): input \(position) \"\(input.name)\" is "
                        + "\(input.shapeText): give \(input.shape.rank.counted("extent"))")
            }
            assigned.append(
                ShapeAssignment(position: position, shape: shape, argument: argument))
        }
        return assigned
    }

    private static func shape(_ text: String) -> Shape? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let extents = words.compactMap { Int($0) }
        return extents.count == words.count ? Shape(extents) : nil
    }
}
