import Foundation
import MLKit

/// Says what failed, and what to do about it.
enum ModelAdvice {
    /// The text for the failure of a download or of a detector with a downloaded model.
    static func text(for error: any Error) -> String {
        if case HostedModel.Failure.noAddress(let text) = error {
            return "\(text) is not an address. Correct it in ModelScreen.swift."
        }
        let error = error as NSError
        guard error.domain == SightErrorDomain else { return error.localizedDescription }
        return "\(error.localizedDescription). \(wayOut(of: SightErrorCode(rawValue: error.code)))"
    }

    private static func wayOut(of code: SightErrorCode) -> String {
        switch code {
        case .notFound: "Enter the address of your classifier in ModelScreen.swift."
        case .permissionDenied: "Let the server give the file to everybody."
        case .failedPrecondition: "Use an HTTPS address with a valid certificate."
        case .incompatibleModel: "Host a .tflite file with a classifier and its labels."
        case .modelNotDownloaded: "Download the model first."
        case .notEnoughSpace: "Free some space, then download the model again."
        case .resourceExhausted: "Wait a minute, then download the model again."
        case .invalidArgument: "Choose another photo, or correct the address of the model."
        case .cancelled: "Try again when you like."
        default: "Connect to a Wi-Fi network, then try again."
        }
    }
}
