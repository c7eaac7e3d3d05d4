import Foundation

/// Converts failed system calls to errors.
package enum FileFailure {
    /// Returns the error for the call that has just failed; a full disk has a code of its own.
    package static func error(_ call: String, _ path: String) -> ModelDeliveryError {
        let number = errno
        let reason = String(cString: strerror(number))
        let cause = POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
        let code: ModelDeliveryError.Code =
            switch number {
            case ENOSPC, EDQUOT: .notEnoughSpace
            case ENOENT where call == "open": .notFound
            default: .fileFailure
            }
        return ModelDeliveryError(code, "\(path): \(call): \(reason)", cause: cause)
    }
}
