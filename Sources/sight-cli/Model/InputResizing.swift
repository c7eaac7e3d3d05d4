package import SightModelFile
package import SightTensor

/// A shape that the user gives to an input instead of the model's.
package struct InputResizing: Sendable {
    /// The origin of the shape.
    package enum Origin: Sendable {
        /// The array or the lines of a file.
        case file(String)
        /// An argument of `--shape`.
        case option(String)
    }

    /// The input's index among the graph's inputs.
    package let position: Int
    /// The input's tensor in the file.
    package let tensor: TensorInfo
    /// The shape that the input gets.
    package let shape: Shape
    package let origin: Origin

    /// Whether the shape is in a file, not in the arguments.
    var isFromFile: Bool {
        if case .file = origin { true } else { false }
    }

    /// The line for standard error; `nil` if the shape is that in the model.
    var remark: String? {
        guard shape != tensor.shape else { return nil }
        return "\(place) resized from \(tensor.shapeText) to \(shape)"
    }

    /// The difference between both shapes, in one phrase.
    var difference: String {
        switch origin {
        case .file(let path):
            "\(path): \(place) has the shape \(tensor.shapeText), the file \(shape)"
        case .option(let argument):
            "--shape \(argument): \(place) has the shape \(tensor.shapeText), the option \(shape)"
        }
    }

    /// Whether both shapes have the same extents in another order.
    var isPermutation: Bool {
        shape != tensor.shape
            && shape.dimensions.sorted() == tensor.shape.dimensions.sorted()
    }

    private var place: String { "input \(position) \"\(tensor.name)\"" }

    /// Returns the resizings that arguments of `--shape` ask for.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    package static func list(_ arguments: [String], for entry: EntryPoint) throws(CommandError)
        -> [InputResizing]
    {
        try ShapeAssignment.resolve(arguments, for: entry).map { assignment in
            InputResizing(
                position: assignment.position, tensor: entry.input(assignment.position),
                shape: assignment.shape, origin: .option(assignment.argument))
        }
    }
}

extension [InputResizing] {
    /// The shapes by input position.
    var shapes: [Int: Shape] {
        Dictionary(map { ($0.position, $0.shape) }, uniquingKeysWith: { $1 })
    }
}
