import Foundation

/// The parts of an HTTP request that the live view reads.
package struct LoopbackRequest: Sendable {
    /// The method of the request and its path without the query, such as `GET /`.
    package let call: String

    /// Reads the head of a request.
    ///
    /// - Returns: `nil` if the first line has not three words, or if the request names another
    ///   host.
    package init?(_ head: [UInt8]) {
        let line = head.prefix { $0 != UInt8(ascii: "\r") }
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count == 3, Self.namesThisMachine(head) else { return nil }
        call =
            String(decoding: words[0], as: UTF8.self) + " "
            + String(decoding: words[1].prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// Whether the host name in a request is this machine's own, which no web page can have.
    ///
    /// A page may resolve its own name to this machine's address (DNS rebinding). The requests of
    /// its visitors' browsers then have that name.
    private static func namesThisMachine(_ head: [UInt8]) -> Bool {
        let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
        let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
        guard hosts.count == 1, let host = hosts.first else { return hosts.isEmpty }
        let authority = host.dropFirst(5).trimmingCharacters(in: .whitespaces).lowercased()
        let name =
            authority.hasPrefix("[")
            ? authority.prefix { $0 != "]" } + "]"
            : authority.prefix { $0 != ":" }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return name == "localhost" || name == "[::1]"
            || (parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil })
    }
}
