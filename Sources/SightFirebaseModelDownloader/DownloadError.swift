public import Foundation
import SightModels

/// The error of a download.
public enum DownloadError: Error, Equatable, Sendable {
    /// The server has no model of this name.
    case notFound
    /// The server refuses the app's key or token.
    case permissionDenied
    /// There is no connection that the conditions allow, or the app has no
    /// `GoogleService-Info.plist`.
    case failedPrecondition
    /// The client has sent too many requests to the server.
    case resourceExhausted
    /// The disk is full.
    case notEnoughSpace
    /// The model's name or the app's options are malformed.
    case invalidArgument
    /// The model's name is empty.
    case emptyModelName
    /// Any other failure.
    case internalError(description: String)

    /// Converts an error of the store or the server.
    init(_ error: ModelDeliveryError) {
        self =
            switch error.code {
            case .notFound: .notFound
            case .permissionDenied: .permissionDenied
            case .failedPrecondition, .insecure: .failedPrecondition
            case .resourceExhausted: .resourceExhausted
            case .notEnoughSpace: .notEnoughSpace
            case .invalidArgument: .invalidArgument
            case .emptyModelName: .emptyModelName
            default: .internalError(description: error.message)
            }
    }
}

extension DownloadError: LocalizedError {
    /// The message of the error.
    public var errorDescription: String? {
        switch self {
        case .notFound: "the server has no model of this name"
        case .permissionDenied:
            "the server refuses the app: check the key in GoogleService-Info.plist"
        case .failedPrecondition:
            "no connection that the conditions allow, or no readable GoogleService-Info.plist, "
                + "which FirebaseApp.configure(options:) of SightFirebaseApp replaces"
        case .resourceExhausted: "too many requests: try again later"
        case .notEnoughSpace: "the disk has no room for the model"
        case .invalidArgument: "the model's name or the app's options are malformed"
        case .emptyModelName: "the model's name is empty"
        case .internalError(let description): description
        }
    }
}
