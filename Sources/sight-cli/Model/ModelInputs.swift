package import SightInference
package import SightModelFile
package import SightTensor

/// Arrays for a model's inputs, which are checked against its tensors.
package struct ModelInputs: Sendable {
    /// The arrays by input position; inputs without an array stay zero.
    package let arrays: [Int: NPYArray]
    /// The lines of text files for inputs of strings, by input position; others stay empty.
    package let lines: [Int: [[UInt8]]]
    /// The shapes of arrays that differ from the model's, by input position.
    package let shapes: [Int: Shape]

    /// The size of the largest file that is read.
    private static let maximumByteCount = 1 << 30

    /// Reads the files of the arguments `--input`.
    ///
    /// - Throws: ``CommandError``: `usage` for names, `someInputsFailed` for files that cannot be
    ///   read, are no arrays or do not fit their tensor.
    package init(_ arguments: [String], for model: Model) throws(CommandError) {
        var arrays: [Int: NPYArray] = [:]
        var lines: [Int: [[UInt8]]] = [:]
        var shapes: [Int: Shape] = [:]
        for assignment in try InputAssignment.resolve(arguments, for: model) {
            let tensor = model.main.tensors[model.main.inputs[assignment.position]]
            guard tensor.elementType != .string else {
                let text = try Self.lines(assignment.path)
                lines[assignment.position] = text
                shapes[assignment.position] = try Self.shape(text, for: tensor, assignment)
                continue
            }
            let array = try Self.read(assignment.path)
            try Self.check(array, against: tensor, assignment)
            arrays[assignment.position] = array
            if array.shape != tensor.shape { shapes[assignment.position] = array.shape }
        }
        self.arrays = arrays
        self.lines = lines
        self.shapes = shapes
    }

    private static func read(_ path: String) throws(CommandError) -> NPYArray {
        let file = try InputFile.read(path, limit: maximumByteCount)
        do {
            return try NPYArray(parsing: file)
        } catch {
            throw CommandError(.someInputsFailed, "\(path): \(error)", cause: error)
        }
    }

    /// Reads the lines of a file; the last one need not end with a newline.
    private static func lines(_ path: String) throws(CommandError) -> [[UInt8]] {
        let file = try InputFile.read(path, limit: maximumByteCount)
        var lines = file.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        if lines.last == [] { lines.removeLast() }
        return lines
    }

    /// Returns the shape of an input for a number of strings; `nil` if the shape does not change.
    private static func shape(
        _ lines: [[UInt8]], for tensor: TensorInfo, _ assignment: InputAssignment
    ) throws(CommandError) -> Shape? {
        guard lines.count != tensor.shape.elementCount else { return nil }
        guard tensor.shape.rank == 1 else {
            throw CommandError(
                .someInputsFailed,
                "\(assignment.path): input \(assignment.position) \"\(tensor.name)\" "
                    + "\(tensor.shape) takes \(tensor.shape.elementCount) strings, the file has "
                    + "\(lines.count) lines")
        }
        return [lines.count]
    }

    private static func check(
        _ array: NPYArray, against tensor: TensorInfo, _ assignment: InputAssignment
    ) throws(CommandError) {
        let place = "\(assignment.path): input \(assignment.position) \"\(tensor.name)\""
        guard array.elementType == tensor.elementType else {
            throw CommandError(
                .someInputsFailed,
                "\(place) needs \(tensor.elementType), the file has \(array.elementType)")
        }
        guard array.shape.rank == tensor.shape.rank else {
            throw CommandError(
                .someInputsFailed,
                "\(place) has the shape \(tensor.shape), the file \(array.shape)")
        }
    }

    /// Copies the arrays into the memory of a run.
    ///
    /// - Precondition: `graph` was prepared with ``shapes``.
    /// - Throws: ``ModelError`` if strings do not fit, which cannot happen with ``shapes``.
    package func copy(into execution: Execution, of graph: PreparedGraph) throws(ModelError) {
        for (position, input) in graph.inputs.enumerated() {
            if let lines = lines[position] {
                try execution.setStrings(lines, of: input)
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
