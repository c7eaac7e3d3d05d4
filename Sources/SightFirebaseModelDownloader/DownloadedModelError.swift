public import Foundation
import SightModels

/// The error of listing or deleting downloaded models.
public enum DownloadedModelError: Error, Equatable, Sendable {
    /// No model of this name is on the device.
    case notFound
    /// A file could not be read or deleted.
    case fileIOError(description: String)
    /// Any other failure.
    case internalError(description: String)

    /// Converts an error of the store.
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
    /// The message of the error.
    public var errorDescription: String? {
        switch self {
        case .notFound: "no model of this name is on the device"
        case .fileIOError(let description), .internalError(let description): description
        }
    }
}
