package import Foundation

/// The status and the header fields of an answer.
package struct HTTPHead: Sendable {
    /// The status, 100…599.
    package let status: Int
    /// The address that sent the answer.
    package let url: URL
    private let fields: [String: String]

    /// Makes a head; field names are compared without case.
    package init(status: Int, url: URL, fields: [String: String]) {
        self.status = status
        self.url = url
        self.fields = Dictionary(
            fields.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns a header field by its name in upper or lower case.
    package subscript(name: String) -> String? { fields[name.lowercased()] }

    /// The announced length; `nil` if it is missing or invalid.
    package var contentLength: Int? {
        self["Content-Length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns the seconds that the server asks to wait, stated as a number or as a date.
    package func retryAfter(now: Date = Date()) -> Double? {
        guard let text = self["Retry-After"] else { return nil }
        if let seconds = Int(text) {
            return seconds >= 0 ? Double(min(seconds, 86_400)) : nil
        }
        guard let date = HTTPDate.parse(text) else { return nil }
        return max(0, min(86_400, date.timeIntervalSince(now).rounded(.up)))
    }

    /// The first byte and the whole length of a part, from `Content-Range: bytes 5-9/10`.
    package var contentRange: (start: Int, total: Int?)? {
        guard let text = self["Content-Range"], text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].split(separator: "-").first,
            let start = Int(first), start >= 0
        else { return nil }
        return (start, Int(parts[1]))
    }

    /// The entity tag if it is strong, that is, if it guarantees equal bytes.
    package var strongTag: String? {
        self["ETag"].flatMap { $0.hasPrefix("W/") || $0.isEmpty ? nil : $0 }
    }
}
