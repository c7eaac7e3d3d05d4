package import SightInference
package import SightModelFile
import SightTensor

/// The values and shapes that a user gives the inputs of a graph, checked against its tensors.
package struct ModelInputs: Sendable {
    /// The arrays by input position; inputs without an array stay zero.
    package private(set) var arrays: [Int: NPYArray] = [:]
    /// The elements for inputs of strings, by input position; others stay empty.
    package private(set) var strings: [Int: [[UInt8]]] = [:]
    /// The shapes that differ from the model's or that the model leaves open, by position.
    package private(set) var resizings: [InputResizing] = []

    /// Whether an input has an array or strings.
    package var haveFiles: Bool { !arrays.isEmpty || !strings.isEmpty }

    /// Reads the files of the arguments `--input`, which are arrays, images or strings, and the
    /// arguments `--shape`.
    ///
    /// - Throws: ``CommandError``: `usage` for names and shapes, `someInputsFailed` for files that
    ///   cannot be read, are not arrays or do not fit their tensor.
    package init(
        _ arguments: [String], shapes: [String] = [], for entry: EntryPoint, images: ImageFileInput
    ) throws(CommandError) {
        var given: [Int: InputResizing] = [:]
        for resizing in try InputResizing.list(shapes, for: entry) {
            given[resizing.position] = resizing
        }
        for assignment in try InputAssignment.resolve(arguments, for: entry) {
            let (position, path) = (assignment.position, assignment.path)
            let resizing = InputResizing(
                position: position, tensor: entry.input(position),
                shape: try read(
                    path, entry.input(position), position, given[position], images),
                origin: .file(path))
            if given[position] == nil { given[position] = resizing }
        }
        // If one tensor is listed as two inputs, preparation reports differing shapes.
        let inputs = entry.graph.inputs
        resizings = given.values
            .filter { given in
                given.tensor.isDynamic || given.shape != given.tensor.shape
                    || inputs.count(where: { $0 == inputs[given.position] }) > 1
            }
            .sorted { $0.position < $1.position }
    }

    /// Reads the file of an input and returns the shape of its values.
    private mutating func read(
        _ path: String, _ tensor: TensorInfo, _ position: Int, _ given: InputResizing?,
        _ images: ImageFileInput
    ) throws(CommandError) -> Shape {
        let place = "\(path): input \(position) \"\(tensor.name)\""
        if tensor.elementType == .string {
            let file = try InputStrings(path)
            strings[position] = file.elements
            guard let given else { return try file.shape(for: tensor, position: position) }
            let count = file.elements.count
            guard given.shape.elementCount == count else {
                throw Self.conflict(given, place, found: count.counted("string"))
            }
            return given.shape
        }
        let content = try InputData.read(path)
        if let image = try images.array(
            content, place: place, tensor: tensor, position: position, shape: given?.shape)
        {
            arrays[position] = image
            return image.shape
        }
        let array = try InputData.array(content, path)
        guard array.elementType == tensor.elementType else {
            throw CommandError(
                .someInputsFailed,
                "\(place) needs \(tensor.elementType), the file has \(array.elementType)")
        }
        guard array.shape.rank == tensor.shape.rank else {
            throw CommandError(
                .someInputsFailed,
                "\(place) has the shape \(tensor.shapeText), the file \(array.shape)")
        }
        if let given, given.shape != array.shape {
            throw Self.conflict(given, place, found: "\(array.shape)")
        }
        arrays[position] = array
        return array.shape
    }

    private static func conflict(_ given: InputResizing, _ place: String, found: String)
        -> CommandError
    {
        CommandError(
            .someInputsFailed,
            "\(place) gets the shape \(given.shape) from --shape, the file has \(found)")
    }

    /// Tells on standard error which inputs were resized.
    func remarkResizings() {
        for remark in resizings.compactMap(\.remark) { Console.remark(remark) }
    }

    /// Copies the arrays into the memory of a run.
    ///
    /// - Precondition: `graph` was prepared with ``resizings``.
    /// - Throws: ``ModelError`` if strings do not fit, which cannot happen with ``resizings``.
    package func copy(into execution: Execution, of graph: PreparedGraph) throws(ModelError) {
        for (position, input) in graph.inputs.enumerated() {
            if let strings = strings[position] {
                try execution.setStrings(strings, of: input)
                continue
            }
            let target = execution.bytes(input)
            if let array = arrays[position] {
                precondition(array.bytes.count == target.count)
                target.copyBytes(from: array.bytes)
            } else {
                target.initializeMemory(as: UInt8.self, repeating: 0)
            }
        }
    }
}
