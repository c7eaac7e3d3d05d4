import Foundation
import ModelFixtures

/// A host on this machine that answers one request after the other, and then is gone.
final class StandInHost: Sendable {
    /// The status and the JSON of an answer.
    struct Answer: Sendable {
        var status = 200
        let json: String
    }

    let address: String
    private let log: URL

    /// Starts the host, which writes the requests into a new file.
    init(_ answers: [Answer], log: URL) throws {
        let listener = try ListeningSocket(backlog: 8)
        address = "http://127.0.0.1:\(listener.port)"
        self.log = log
        try Data().write(to: log)
        Thread.detachNewThread {
            for answer in answers {
                let connection = accept(listener.descriptor, nil, nil)
                guard connection >= 0 else { break }
                Self.serve(connection, answer, log)
            }
            // Later connections are refused.
            close(listener.descriptor)
        }
    }

    /// The requests so far: method, path and, if it is short, the body.
    var requests: [String] {
        get throws {
            try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }

    private static func serve(_ connection: Int32, _ answer: Answer, _ log: URL) {
        defer { close(connection) }
        guard let request = read(connection), let file = try? FileHandle(forWritingTo: log),
            (try? file.seekToEnd()) != nil
        else { return }
        try? file.write(contentsOf: Data((request + "\n").utf8))
        let head =
            "HTTP/1.1 \(answer.status) Answer\r\nConnection: close\r\n"
            + "Content-Length: \(answer.json.utf8.count)\r\n\r\n"
        _ = ListeningSocket.send((head + answer.json).utf8, to: connection)
    }

    private static func read(_ connection: Int32) -> String? {
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = bytes.range(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                let body = bytes[end.upperBound...]
                if body.count >= length(head) {
                    let line = head.prefix { $0 != "\r\n" }.split(separator: " ").prefix(2)
                    let text = body.count < 100 ? String(decoding: body, as: UTF8.self) : ""
                    return (line + [text[...]]).filter { !$0.isEmpty }.joined(separator: " ")
                }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    /// The length of the body that a head announces.
    private static func length(_ head: String) -> Int {
        let name = "content-length: "
        let line = head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name) }
        return line.flatMap { Int($0.dropFirst(name.count)) } ?? 0
    }
}
