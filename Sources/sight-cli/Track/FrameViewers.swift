import SightConcurrency
import SightVideoIO

/// The browsers that show a stream of images.
final class FrameViewers: Sendable {
    private static let maximumCount = 8
    /// The limit of open connections, of viewers and of others.
    private static let maximumConnections = 32
    private static let boundary = "sight-frame"
    private static let page = """
        <!doctype html><meta charset="utf-8"><title>sight track</title>
        <style>body{margin:0;background:#111;display:grid;place-items:center;height:100vh}
        img{max-width:100vw;max-height:100vh}</style><img src="/stream" alt="frames">

        """

    private struct State {
        var mailboxes: [Int: Handover<[UInt8]>] = [:]
        var next = 0
        var connections = 0
        var isStopped = false
    }

    private let state = Guarded(State())

    /// Whether there are no viewers.
    var isEmpty: Bool { state.withLock { $0.mailboxes.isEmpty } }

    /// Sends a new image to all viewers.
    func show(_ frame: [UInt8]) {
        for mailbox in state.current.mailboxes.values {
            _ = mailbox.putNewest(frame)
        }
    }

    /// Ends every stream.
    func stop() {
        let ending = state.withLock { state in
            state.isStopped = true
            return Array(state.mailboxes.values)
        }
        for mailbox in ending { mailbox.close() }
    }

    /// Counts a connection; returns `false` if too many are open.
    func enter() -> Bool {
        state.withLock { state in
            guard state.connections < Self.maximumConnections else { return false }
            state.connections += 1
            return true
        }
    }

    /// Counts a connection as closed.
    func leave() { state.withLock { $0.connections -= 1 } }

    /// Answers one connection and closes it.
    func serve(_ connection: LoopbackConnection) {
        defer { connection.close() }
        guard let call = connection.readRequest()?.call else { return }
        switch call {
        case "GET /": respond(connection, "200 OK", "text/html; charset=utf-8", Self.page)
        case "GET /stream": stream(to: connection)
        default: respond(connection, "404 Not Found", "text/plain", "not here\n")
        }
    }

    private func respond(
        _ connection: LoopbackConnection, _ status: String, _ type: String, _ body: String
    ) {
        _ = connection.write(
            Array(
                """
                HTTP/1.1 \(status)\r
                Content-Type: \(type)\r
                Content-Length: \(body.utf8.count)\r
                Cache-Control: no-store\r
                Connection: close\r
                \r
                \(body)
                """.utf8))
    }

    private func stream(to connection: LoopbackConnection) {
        guard let (id, mailbox) = join() else {
            respond(connection, "503 Service Unavailable", "text/plain", "too many viewers\n")
            return
        }
        defer { state.withLock { $0.mailboxes[id] = nil } }
        let head = """
            HTTP/1.1 200 OK\r
            Content-Type: multipart/x-mixed-replace; boundary=\(Self.boundary)\r
            Cache-Control: no-store\r
            Connection: close\r
            \r

            """
        guard connection.write(Array(head.utf8)) else { return }
        while let frame = mailbox.take() {
            let part = """
                --\(Self.boundary)\r
                Content-Type: image/jpeg\r
                Content-Length: \(frame.count)\r
                \r

                """
            guard connection.write(Array(part.utf8) + frame + Array("\r\n".utf8)) else { return }
        }
    }

    private func join() -> (Int, Handover<[UInt8]>)? {
        state.withLock { state in
            guard !state.isStopped, state.mailboxes.count < Self.maximumCount else { return nil }
            state.next += 1
            let mailbox = Handover<[UInt8]>(capacity: 1)
            state.mailboxes[state.next] = mailbox
            return (state.next, mailbox)
        }
    }
}
