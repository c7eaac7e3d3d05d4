public import Foundation
import SightModels

/// Why a model on the device cannot be listed or deleted.
public enum DownloadedModelError: Error, Equatable, Sendable {
    /// No model of this name is on the device.
    case notFound
    /// A file could not be read or deleted.
    case fileIOError(description: String)
    /// Any other failure.
    case internalError(description: String)

    /// The error that stands for one of the store.
    init(_ error: ModelDeliveryError) {
        self =
            switch error.code {
            case .notFound, .emptyModelName: .notFound
            case .fileFailure: .fileIOError(description: error.message)
            default: .internalError(description: error.message)
            }
    }
}

extension DownloadedModelError: LocalizedError {
    /// What went wrong, for people.
    public var errorDescription: String? {
        switch self {
        case .notFound: "no model of this name is on the device"
        case .fileIOError(let description), .internalError(let description): description
        }
    }
}
