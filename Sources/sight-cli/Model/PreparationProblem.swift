import SightModelFile
import SightTensor

/// The reason why a graph cannot be prepared, with the input shapes that were tried.
struct PreparationProblem {
    private let error: ModelError
    /// The shapes that the user gave.
    private let resizings: [InputResizing]
    /// The positions of the inputs whose shapes the user has to give.
    private let guesses: [Int]
    private let entry: EntryPoint

    init(_ error: ModelError, _ entry: EntryPoint, _ resizings: [InputResizing]) {
        self.error = error
        self.resizings = error.code == .unsupported ? [] : resizings
        self.entry = entry
        let mayBeShape = error.code == .invalidNode || error.code == .invalidShape
        let given = Set(resizings.map(\.position))
        guesses = entry.graph.inputs.indices.filter {
            mayBeShape && entry.input($0).isDynamic && !given.contains($0)
        }
    }

    /// Whether the shape of an input may change and was not given.
    var lacksShape: Bool { !guesses.isEmpty }

    /// Returns the reason, and how to give a shape; `takesFiles` tells whether the command has the
    /// option `--input`.
    func message(takesFiles: Bool) -> String {
        var message = error.message
        if !resizings.isEmpty {
            let differences = resizings.map(\.difference).joined(separator: "; ")
            let target = resizings.count == 1 ? "it" : "them"
            message = "\(differences), and the model cannot be resized to \(target): \(message)"
            if resizings.contains(where: \.isPermutation) {
                message += "; the axes are in another order: transpose the array"
            }
        }
        for position in guesses {
            let input = entry.input(position)
            message +=
                ": input \(position) \"\(input.name)\" is \(input.shapeText) and was tried as "
                + "\(input.shape): give \(takesFiles ? "--input file.npy, or " : "")--shape "
                + "\(position)=\(input.shapePattern) with numbers for N"
        }
        return message
    }

    /// Returns the error that ends a command.
    func commandError(model path: String, takesFiles: Bool) -> CommandError {
        let message = message(takesFiles: takesFiles)
        guard !resizings.isEmpty else {
            return CommandError(.modelUnusable, "\(path): \(message)", cause: error)
        }
        let isFile = resizings.contains(where: \.isFromFile)
        return CommandError(isFile ? .someInputsFailed : .usage, message, cause: error)
    }
}
