import Foundation
import ModelFixtures
import SightConcurrency

/// A small HTTP server on this machine, with a thread for each connection and one request for each.
///
/// It sends the replies that a test sets, also replies that violate HTTP.
final class LoopbackServer: Sendable {
    typealias Handler = @Sendable (LoopbackRequest) -> LoopbackReply

    let port: UInt16
    private let handler: Handler
    private let log = Guarded<[LoopbackRequest]>([])
    private let isClosed = Guarded(false)

    init(_ handler: @escaping Handler) throws {
        self.handler = handler
        let socket = try ListeningSocket(backlog: 64)
        port = socket.port
        let listener = socket.descriptor
        let thread = Thread { [weak self] in
            // Only this thread closes the listener: if another thread closed it, another server
            // could get the same descriptor before `accept` is called, and would lose a connection.
            defer { Foundation.close(listener) }
            while let isClosed = self?.closed, !isClosed {
                var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, 50) > 0 else { continue }
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { continue }
                guard let server = self else {
                    Foundation.close(connection)
                    return
                }
                Thread { server.serve(connection) }.start()
            }
        }
        thread.start()
    }

    deinit { close() }

    /// Ends the server.
    func close() {
        isClosed.current = true
    }

    private var closed: Bool { isClosed.current }

    /// All requests so far.
    var requests: [LoopbackRequest] { log.current }

    /// An address on this server.
    func url(_ path: String = "", host: String = "127.0.0.1") -> URL {
        URL(string: "http://\(host):\(port)\(path)") ?? URL(fileURLWithPath: path)
    }

    private func serve(_ connection: Int32) {
        defer { Foundation.close(connection) }
        guard let request = read(connection) else { return }
        log.withLock { $0.append(request) }
        let reply = handler(request)
        switch reply.manner {
        case .silence: return wait(connection)
        case .raw(let text): _ = ListeningSocket.send(text.utf8, to: connection)
        case .rawDrip(let text, let seconds): drip(text.utf8, connection, seconds)
        case .rawEndless(let start, let rest):
            guard ListeningSocket.send(start.utf8, to: connection) else { return }
            while !closed, ListeningSocket.send(rest.utf8, to: connection) {}
        default: return send(reply, request, connection)
        }
        shutdown(connection, Int32(SHUT_WR))
        wait(connection)
    }

    private func send(_ reply: LoopbackReply, _ request: LoopbackRequest, _ connection: Int32) {
        guard ListeningSocket.send(reply.head.utf8, to: connection), request.method != "HEAD" else {
            return
        }
        switch reply.manner {
        case .whole: _ = ListeningSocket.send(reply.body, to: connection)
        case .truncated(let count):
            _ = ListeningSocket.send(reply.body.prefix(count), to: connection)
        case .drip(let seconds): drip(reply.body, connection, seconds)
        case .endless: while !closed, ListeningSocket.send(reply.body, to: connection) {}
        case .silence, .raw, .rawDrip, .rawEndless: return
        }
        shutdown(connection, Int32(SHUT_WR))
        wait(connection)
    }

    private func drip(_ bytes: some Sequence<UInt8>, _ connection: Int32, _ seconds: Double) {
        for byte in bytes where !closed {
            guard ListeningSocket.send([byte], to: connection) else { return }
            Thread.sleep(forTimeInterval: seconds)
        }
    }

    /// Waits until the client closes the connection, so that no sent bytes are lost.
    private func wait(_ connection: Int32) {
        var byte: UInt8 = 0
        while !closed, recv(connection, &byte, 1, 0) > 0 {}
    }

    private func read(_ connection: Int32) -> LoopbackRequest? {
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let separator = Data("\r\n\r\n".utf8)
        while true {
            if let range = bytes.range(of: separator) {
                let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
                guard let empty = LoopbackRequest(head: head, body: Data()) else { return nil }
                let length = empty.headers["content-length"].flatMap { Int($0) } ?? 0
                let body = Data(bytes[range.upperBound...])
                if body.count >= length { return LoopbackRequest(head: head, body: body) }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
