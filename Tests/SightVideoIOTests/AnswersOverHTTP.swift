import Foundation
import ModelFixtures

/// A server on this machine that answers each request over HTTP with the text or the bytes that a
/// closure returns for its path and number, and closes the connection.
final class AnswersOverHTTP: Sendable {
    /// One answer.
    struct Answer {
        let type: String
        let bytes: [UInt8]
        /// The number of bytes that the answer states; the right one when `nil`.
        var statedCount: Int?
    }

    let port: UInt16

    /// Starts to listen; the server refuses all connections once the closure returns `nil`.
    ///
    /// The number of a request counts those with the same path, from 0.
    init(_ answer: @escaping @Sendable (_ path: String, _ number: Int) -> Answer?) throws {
        let listener = try ListeningSocket(backlog: 16)
        port = listener.port
        Thread.detachNewThread {
            var counts: [String: Int] = [:]
            while true {
                let connection = accept(listener.descriptor, nil, nil)
                guard connection >= 0 else { break }
                var request = [UInt8](repeating: 0, count: 4096)
                let count = recv(connection, &request, request.count, 0)
                let words = String(decoding: request.prefix(max(0, count)), as: UTF8.self)
                    .split(separator: " ")
                let path = words.count > 1 ? String(words[1]) : ""
                let found = answer(path, counts[path, default: 0])
                counts[path, default: 0] += 1
                if let found {
                    let head =
                        "HTTP/1.1 200 OK\r\nContent-Type: \(found.type)\r\n"
                        + "Content-Length: \(found.statedCount ?? found.bytes.count)\r\n"
                        + "Connection: close\r\n\r\n"
                    _ = ListeningSocket.send(Array(head.utf8) + found.bytes, to: connection)
                }
                close(connection)
                if found == nil { break }
            }
            close(listener.descriptor)
        }
    }
}
