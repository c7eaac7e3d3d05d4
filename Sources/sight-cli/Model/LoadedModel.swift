import Sight
package import SightInference
package import SightModelFile

/// A loaded model with its path for messages.
package struct LoadedModel: Sendable {
    /// The path as the user wrote it.
    package let path: String
    /// The content of the file.
    package let model: Model

    /// Reads and checks a file.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`.
    package init(path: String) throws(CommandError) {
        self.path = path
        let bytes: ModelBytes
        do {
            bytes = try ModelBytes(contentsOf: path)
        } catch {
            // The errors of this step have the path already.
            throw CommandError(.modelUnusable, error.message, cause: error)
        }
        do {
            model = try ModelReader.read(bytes)
        } catch {
            throw CommandError(error, model: path)
        }
    }

    /// Prepares a graph for running.
    ///
    /// - Parameters:
    ///   - entry: the graph that the options choose; without it, the main one.
    ///   - resizings: the shapes of inputs that the user gives.
    ///   - threads: the number of threads that share each operator.
    ///   - rounding: the rounding rule of 8-bit convolutions.
    ///   - precision: the number format in which float layers multiply.
    ///   - limits: the limits for sizes.
    ///   - takesFiles: whether the command has the option `--input`, which errors may recommend.
    /// - Returns: the graph, which has its own thread pool.
    /// - Throws: ``CommandError`` with status `modelUnusable`; if inputs are resized, with status
    ///   `someInputsFailed` for shapes of files and `usage` for those of options.
    package func prepare(
        _ entry: EntryPoint? = nil, resizings: [InputResizing] = [], threads: Int,
        rounding: Rounding = .nearest, precision: FloatPrecision = .binary32,
        limits: ModelLimits = ModelLimits(), takesFiles: Bool = true
    ) throws(CommandError) -> PreparedGraph {
        do {
            return try model.prepare(
                subgraph: entry?.index ?? 0, inputShapes: resizings.shapes,
                pool: WorkerPool(threadCount: threads), rounding: rounding, precision: precision,
                limits: limits, customOperators: { CustomOperatorList.standard.find($0) })
        } catch {
            guard let entry else { throw CommandError(error, model: path) }
            throw PreparationProblem(error, entry, resizings)
                .commandError(model: path, takesFiles: takesFiles)
        }
    }
}
