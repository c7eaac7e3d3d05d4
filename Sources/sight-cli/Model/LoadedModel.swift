import Sight
package import SightInference
package import SightModelFile
package import SightTensor

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
        do {
            model = try ModelReader.read(try ModelBytes(contentsOf: path))
        } catch {
            throw CommandError(error, model: path)
        }
    }

    /// Prepares the main graph for running.
    ///
    /// - Parameters:
    ///   - shapes: the shapes that differ from the file's, by input position.
    ///   - threads: the number of threads that share each operator.
    ///   - rounding: the rounding rule of 8-bit convolutions.
    ///   - precision: the number format in which float layers multiply.
    ///   - limits: the limits for sizes.
    /// - Returns: the graph, which has its own thread pool.
    /// - Throws: ``CommandError`` with status `modelUnusable`.
    package func prepare(
        shapes: [Int: Shape] = [:], threads: Int, rounding: Rounding = .nearest,
        precision: FloatPrecision = .binary32, limits: ModelLimits = ModelLimits()
    ) throws(CommandError) -> PreparedGraph {
        do {
            return try model.prepare(
                inputShapes: shapes, pool: WorkerPool(threadCount: threads), rounding: rounding,
                precision: precision, limits: limits,
                customOperators: { CustomOperatorList.standard.find($0) })
        } catch {
            throw CommandError(error, model: path)
        }
    }
}
