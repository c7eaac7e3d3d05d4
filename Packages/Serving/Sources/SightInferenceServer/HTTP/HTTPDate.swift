import Foundation
import NIOConcurrencyHelpers

/// The current time in HTTP's format, formatted once a second.
///
/// - Source: RFC 9110, 5.6.7.
enum HTTPDate {
    private static let last = NIOLockedValueBox((second: -1, text: ""))
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The current time.
    static var now: String {
        let second = time(nil)
        return last.withLockedValue { last in
            if last.second != second { last = (second, text(of: second)) }
            return last.text
        }
    }

    /// Formats a time in seconds since 1970.
    static func text(of second: Int) -> String {
        var (second, parts) = (time_t(second), tm())
        gmtime_r(&second, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(1900 + parts.tm_year) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
