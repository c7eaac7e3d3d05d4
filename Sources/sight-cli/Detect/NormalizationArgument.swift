import ArgumentParser
import Sight

/// A normalization of bytes for a float model, from two options such as `--mean` and `--std`.
struct NormalizationArgument {
    let mean, std: NumberList?
    /// The text before the names of both options in messages, such as `--`.
    let prefix: String

    /// Checks the numbers.
    ///
    /// - Throws: `ValidationError`, naming the option.
    func validate() throws {
        for (name, list) in [("mean", mean), ("std", std)] {
            guard let count = list?.numbers.count, count != 1, count != 3 else { continue }
            throw ValidationError("\(prefix)\(name) has \(count) numbers: give 1 or 3")
        }
        if std?.numbers.contains(0) == true {
            throw ValidationError("\(prefix)std has a 0: give numbers other than 0")
        }
    }

    /// Returns the normalization; `nil` if neither option is given.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func normalization() throws(CommandError) -> Normalization? {
        guard mean != nil || std != nil else { return nil }
        do throws(DetectionError) {
            return try Normalization(mean: mean?.numbers ?? [0], std: std?.numbers ?? [1])
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
    }

    /// Loads a classifier with this normalization; see
    /// `ModelChoice.classifier(_:inputSize:options:)`.
    ///
    /// If the file needs a normalization and has none, the error names the two options.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable` or `usage`.
    func classifier(
        _ path: String?, inputSize: InputSizeArgument?, options: ClassifierOptions
    ) throws(CommandError) -> Classifier {
        var options = options
        options.normalization = try normalization() ?? options.normalization
        do throws(CommandError) {
            return try ModelChoice.classifier(path, inputSize: inputSize, options: options)
        } catch {
            guard let path, let cause = error.cause as? DetectionError,
                case .missingNormalization(let tensor)? = cause.reason
            else { throw error }
            throw CommandError(
                .modelUnusable,
                "\(path): the input \"\(tensor)\" is float32 and the metadata states no "
                    + "normalization: give it, for example \(prefix)mean 127.5 \(prefix)std 127.5",
                cause: cause)
        }
    }
}
