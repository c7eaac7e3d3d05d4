import Foundation

/// What the test's server does with a request, good or bad.
struct LoopbackReply: Sendable {
    /// How the body goes out.
    enum Manner: Sendable {
        case whole
        /// Only so many bytes of the body, then the connection closes.
        case truncated(Int)
        /// A byte at a time with a pause.
        case drip(seconds: Double)
        /// The body again and again, without a length.
        case endless
        /// Nothing at all, not even a head.
        case silence
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

    /// The head as it goes over the wire.
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
