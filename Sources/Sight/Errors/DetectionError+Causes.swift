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
            default: nil
            }
        self.init(.invalidModel, error.message, detail: reason, cause: error)
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

    /// Runs a body and wraps the errors of the engine.
    static func wrapping<Result>(_ body: () throws(ModelError) -> Result) throws(DetectionError)
        -> Result
    {
        do throws(ModelError) {
            return try body()
        } catch {
            throw DetectionError(error)
        }
    }
}
