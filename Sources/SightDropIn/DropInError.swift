package import Foundation

/// Why a call of a drop-in module failed; users get it as an `NSError`.
package struct DropInError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure this is.
    package let code: SightErrorCode
    /// What happened, with the bad value and how to mend it.
    package let message: String
    /// The error of the module below, if any.
    package let cause: (any Error)?
    /// The TFLite Task Library's number for the failure, if it knows it.
    private let taskLibraryNumber: Int?

    /// Makes an error.
    package init(_ code: SightErrorCode, _ message: String, cause: (any Error)? = nil) {
        self.init(code, message, number: nil, cause: cause)
    }

    /// Makes an error with a number of the Task Library.
    init(_ code: SightErrorCode, _ message: String, number: Int?, cause: (any Error)?) {
        self.code = code
        self.message = message
        self.cause = cause
        taskLibraryNumber = number
    }

    /// The message.
    package var description: String { message }

    /// The error as Objective-C code knows errors.
    package var nsError: NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause { info[NSUnderlyingErrorKey] = cause as NSError }
        if let taskLibraryNumber { info[SightTaskLibraryCodeKey] = taskLibraryNumber }
        return NSError(domain: SightErrorDomain, code: code.rawValue, userInfo: info)
    }
}
