package import Sight
package import SightImage

extension DropInError {
    /// Wraps an error of the core.
    ///
    /// If the Task Library has a text for the failure, that text comes first and the core's
    /// follows.
    package init(_ error: DetectionError) { self.init(error, message: error.message) }

    /// Wraps an error of the core whose message is replaced.
    init(_ error: DetectionError, message: String) {
        let code: SightErrorCode
        switch error.code {
        case .invalidModel:
            code = error.reason == .unreadableFile ? .modelNotFound : .incompatibleModel
        case .invalidImage, .invalidOptions: code = .invalidArgument
        case .cancelled: code = .cancelled
        default: code = .internal
        }
        let failure = TaskLibraryFailure(error)
        guard let failure, failure.text != message else {
            self.init(code, message, detail: failure?.number, cause: error)
            return
        }
        self.init(
            code, "\(failure.text) (\(message))", detail: failure.number, cause: error)
    }

    /// Wraps an error of an image.
    package init(_ error: ImageError) {
        self.init(.invalidArgument, error.message, cause: error)
    }
}
