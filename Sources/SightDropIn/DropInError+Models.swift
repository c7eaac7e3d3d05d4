package import SightModels

extension DropInError {
    /// Wraps an error of a model's source or store.
    package init(_ error: ModelDeliveryError, model name: String) {
        let code: SightErrorCode =
            switch error.code {
            case .notFound: .notFound
            case .permissionDenied: .permissionDenied
            case .resourceExhausted: .resourceExhausted
            case .notEnoughSpace: .notEnoughSpace
            case .invalidArgument, .emptyModelName: .invalidArgument
            case .failedPrecondition, .insecure: .failedPrecondition
            case .notAModel, .wrongDigest, .wrongSize, .tooLarge: .incompatibleModel
            case .cancelled: .cancelled
            default: .internal
            }
        self.init(code, "the remote model \"\(name)\": \(error.message)", cause: error)
    }
}
