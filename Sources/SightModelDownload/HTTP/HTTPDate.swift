package import Foundation

/// Reads times in the formats of HTTP and of Google's services.
package enum HTTPDate {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func parse(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text)
    }

    /// Reads RFC 3339 with any number of decimals of the second, which are dropped.
    package static func parseRFC3339(_ text: String) -> Date? {
        var text = text
        if let point = text.firstIndex(of: ".") {
            let rest = text[text.index(after: point)...]
            guard let end = rest.firstIndex(where: { !("0"..."9").contains($0) }),
                end != rest.startIndex
            else { return nil }
            text.removeSubrange(point..<end)
        }
        return ISO8601DateFormatter().date(from: text)
    }
}
