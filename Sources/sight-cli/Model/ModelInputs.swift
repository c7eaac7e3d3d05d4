package import SightInference
package import SightTensor

/// Arrays for a model's inputs, checked against its tensors.
package struct ModelInputs: Sendable {
    /// Arrays by input position; inputs without one stay zero.
    package let arrays: [Int: NPYArray]
    /// Shapes by input position, where the array's differs from the model's.
    package let shapes: [Int: Shape]

    /// Largest file that is read.
    private static let maximumByteCount = 1 << 30

    /// Reads the files of the arguments `--input`.
    ///
    /// - Throws: ``CommandError``: `usage` for names, `someInputsFailed` for files that cannot be
    ///   read, are no arrays or do not fit their tensor.
    package init(_ arguments: [String], for model: Model) throws(CommandError) {
        var arrays: [Int: NPYArray] = [:]
        var shapes: [Int: Shape] = [:]
        for assignment in try InputAssignment.resolve(arguments, for: model) {
            let array = try Self.read(assignment.path)
            let tensor = model.main.tensors[model.main.inputs[assignment.position]]
            try Self.check(array, against: tensor, assignment)
            arrays[assignment.position] = array
            if array.shape != tensor.shape { shapes[assignment.position] = array.shape }
        }
        self.arrays = arrays
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
    package func copy(into execution: Execution, of graph: PreparedGraph) {
        for (position, input) in graph.inputs.enumerated() {
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
