package import Sight
package import SightImage
import SightModelFile

extension DropInError {
    /// Wraps an error of the core.
    package init(_ error: DetectionError) {
        let code: SightErrorCode
        switch error.code {
        case .invalidModel: code = Self.modelCode(error.cause)
        case .invalidImage, .invalidOptions: code = .invalidArgument
        case .cancelled: code = .cancelled
        default: code = .internal
        }
        self.init(code, error.message, cause: error)
    }

    /// Wraps an error of a picture.
    package init(_ error: ImageError) {
        self.init(.invalidArgument, error.message, cause: error)
    }

    private static func modelCode(_ cause: (any Error)?) -> SightErrorCode {
        (cause as? ModelError)?.code == .unreadable ? .modelNotFound : .incompatibleModel
    }
}
