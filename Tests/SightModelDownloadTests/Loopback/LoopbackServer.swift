import Foundation

/// A tiny HTTP server on this machine, a thread for each connection, each for one request.
///
/// It does what tests tell it, also what no decent server would do.
final class LoopbackServer: @unchecked Sendable {  // state under a lock
    // Sendable proof: `log` and `isClosed` are only touched under the lock.

    typealias Handler = @Sendable (LoopbackRequest) -> LoopbackReply

    let port: UInt16
    private let listener: Int32
    private let handler: Handler
    private let lock = NSLock()
    private var log: [LoopbackRequest] = []
    private var isClosed = false

    init(_ handler: @escaping Handler) throws {
        self.handler = handler
        #if canImport(Darwin)
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        let thread = Thread { [weak self] in
            // Only this thread closes the listener: closed elsewhere, its number could be that of
            // another server's by the time `accept` is called, whose connection would be lost.
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
        lock.withLock { isClosed = true }
    }

    private var closed: Bool { lock.withLock { isClosed } }

    /// All requests so far.
    var requests: [LoopbackRequest] { lock.withLock { log } }

    /// An address on this server.
    func url(_ path: String = "", host: String = "127.0.0.1") -> URL {
        URL(string: "http://\(host):\(port)\(path)") ?? URL(fileURLWithPath: path)
    }

    private func serve(_ connection: Int32) {
        defer { Foundation.close(connection) }
        guard let request = read(connection) else { return }
        lock.withLock { log.append(request) }
        let reply = handler(request)
        if case .silence = reply.manner { return wait(connection) }
        guard send(connection, Array(reply.head.utf8)), request.method != "HEAD" else { return }
        switch reply.manner {
        case .whole: _ = send(connection, reply.body)
        case .truncated(let count): _ = send(connection, Array(reply.body.prefix(count)))
        case .drip(let seconds):
            for byte in reply.body where !closed {
                guard send(connection, [byte]) else { return }
                Thread.sleep(forTimeInterval: seconds)
            }
        case .endless: while !closed, send(connection, reply.body) {}
        case .silence: return
        }
        shutdown(connection, Int32(SHUT_WR))
        wait(connection)
    }

    /// Until the other side goes, so that nothing sent is lost.
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

    private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Foundation.send(
                        connection, buffer.baseAddress?.advanced(by: offset), buffer.count - offset,
                        0)
                #else
                    Foundation.send(
                        connection, buffer.baseAddress?.advanced(by: offset), buffer.count - offset,
                        Int32(MSG_NOSIGNAL))
                #endif
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }
}
