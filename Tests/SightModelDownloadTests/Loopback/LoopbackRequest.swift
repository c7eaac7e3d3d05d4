import Foundation

/// A request to the test's server.
struct LoopbackRequest: Sendable {
    let method: String
    /// The path and the query.
    let target: String
    /// The header fields by their names in lower case.
    let headers: [String: String]
    let body: Data

    /// The path without the query.
    var path: String { String(target.prefix { $0 != "?" }) }

    /// The body as a JSON object.
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
    }

    /// Reads the head's text, without the empty line at its end.
    init?(head: String, body: Data) {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        method = String(words[0])
        target = String(words[1])
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        self.body = body
    }
}
