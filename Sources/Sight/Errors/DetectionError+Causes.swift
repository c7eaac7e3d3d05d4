package import SightImage
import SightModelFile

extension DetectionError {
    /// Wraps an error of the engine.
    init(_ error: ModelError) {
        guard error.code != .cancelled else {
            self = .cancelled
            return
        }
        let reason: Reason? =
            switch error.code {
            case .unreadable: .unreadableFile
            case .notAModel: .notAModel
            default: error.metadataFailure.map { .metadata($0) }
            }
        self.init(.invalidModel, error.message, detail: reason, cause: error)
    }

    /// The path of the model if there is no file.
    package var missingFile: String? {
        guard case .missingFile(let path) = (cause as? ModelError)?.detail else { return nil }
        return path
    }

    /// The path of the model if the process may not read the file.
    package var forbiddenFile: String? {
        guard case .forbiddenFile(let path) = (cause as? ModelError)?.detail else { return nil }
        return path
    }

    /// Wraps an error of an image.
    @inline(never)
    package init(_ error: ImageError) {
        self.init(.invalidImage, error.message, cause: error)
    }

    /// The error of a cancelled task.
    @inline(never)
    static var cancelled: DetectionError {
        DetectionError(.cancelled, "the task was cancelled", cause: CancellationError())
    }

    /// Runs a body and wraps the errors of the engine, with the path of the model, if there is one,
    /// in front of their messages.
    static func wrapping<Result>(
        naming path: String? = nil, _ body: () throws(ModelError) -> Result
    ) throws(DetectionError) -> Result {
        do throws(ModelError) {
            return try body()
        } catch {
            throw DetectionError(error).naming(path)
        }
    }

    /// Returns the same error with the path of the model in front of the message, if there is one.
    func naming(_ path: String?) -> DetectionError {
        guard let path else { return self }
        return DetectionError(code, "\(path): \(message)", detail: detail, cause: cause)
    }
}

extension ModelError {
    /// What is wrong with the metadata of the model or with the files behind it, if it is that.
    fileprivate var metadataFailure: MetadataFailure? {
        guard case .metadata(let failure) = detail else { return nil }
        return failure
    }
}
