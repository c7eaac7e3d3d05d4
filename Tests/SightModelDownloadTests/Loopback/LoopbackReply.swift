import Foundation

/// The reply of the test's server to a request, good or bad.
struct LoopbackReply: Sendable {
    /// The way in which the body is sent.
    enum Manner: Sendable {
        case whole
        /// The given number of bytes of the body, then the end of the connection.
        case truncated(Int)
        /// A byte at a time with a pause.
        case drip(seconds: Double)
        /// The body again and again, without a length.
        case endless
        /// Nothing, not even a head.
        case silence
        /// This text instead of the head and the body.
        case raw(String)
        /// This text instead of the head and the body, a byte at a time with a pause.
        case rawDrip(String, seconds: Double)
        /// The first text instead of the head and the body, and then the second again and again.
        case rawEndless(String, String)
    }

    var status = 200
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    var manner = Manner.whole

    /// A JSON body.
    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:])
        -> LoopbackReply
    {
        LoopbackReply(status: status, headers: headers, body: Array(text.utf8))
    }

    /// The head in the form of HTTP.
    var head: String {
        var lines = ["HTTP/1.1 \(status) Reply", "Connection: close"]
        if case .endless = manner {
        } else if headers["Content-Length"] == nil, status != 304 {
            lines.append("Content-Length: \(body.count)")
        }
        lines += headers.map { "\($0.key): \($0.value)" }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }
}
