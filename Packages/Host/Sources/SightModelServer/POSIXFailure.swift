import Foundation

/// The system's words for failed calls, which contain no path.
enum POSIXFailure {
    /// The words for `errno`.
    static var last: String { String(cString: strerror(errno)) }

    /// The words for an error of Foundation that a failed call of the system has caused.
    static func reason(_ error: any Error) -> String {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        guard cause.domain == NSPOSIXErrorDomain else { return "the disk failed" }
        return String(cString: strerror(Int32(truncatingIfNeeded: cause.code)))
    }
}
