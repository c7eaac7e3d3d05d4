package import Foundation
package import SightErrors

/// Why a call of a drop-in module failed; users get it as an `NSError`.
///
/// The detail is the TFLite Task Library's number for the failure, where it has one.
package typealias DropInError = SightError<SightErrorCode>

extension DropInError {
    /// The error as Objective-C code knows errors.
    package var nsError: NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause { info[NSUnderlyingErrorKey] = cause as NSError }
        if let detail { info[SightTaskLibraryCodeKey] = detail }
        return NSError(domain: SightErrorDomain, code: code.rawValue, userInfo: info)
    }
}
