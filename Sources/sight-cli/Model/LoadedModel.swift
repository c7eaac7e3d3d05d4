import Sight
package import SightInference
package import SightModelFile
package import SightTensor

/// A model that a command was given, with its path for messages.
package struct LoadedModel: Sendable {
    /// The path as the user wrote it.
    package let path: String
    /// What is in the file.
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

    /// Makes the main graph ready to run.
    ///
    /// - Parameters:
    ///   - shapes: by input position, where they differ from the file's.
    ///   - threads: threads that share each operator.
    ///   - rounding: how 8-bit convolutions round.
    /// - Returns: the graph, with a pool of its own.
    /// - Throws: ``CommandError`` with status `modelUnusable`.
    package func prepare(
        shapes: [Int: Shape] = [:], threads: Int, rounding: Rounding = .nearest
    ) throws(CommandError) -> PreparedGraph {
        do {
            return try model.prepare(
                inputShapes: shapes, pool: WorkerPool(threadCount: threads), rounding: rounding,
                customOperators: CustomOperatorList.standard.find)
        } catch {
            throw CommandError(error, model: path)
        }
    }
}
