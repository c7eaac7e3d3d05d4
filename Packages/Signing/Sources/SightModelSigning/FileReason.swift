import Foundation

/// The reasons of failed reads and writes of files, as texts for people.
package enum FileReason {
    /// Returns the system's reason, such as `No such file or directory`.
    ///
    /// Foundation's errors hold it inside; as texts they are a list of keys and values.
    package static func text(of error: any Error) -> String {
        let inner = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        let cause = (inner ?? error) as NSError
        guard cause.domain == NSPOSIXErrorDomain else { return cause.localizedDescription }
        return String(cString: strerror(Int32(truncatingIfNeeded: cause.code)))
    }
}
