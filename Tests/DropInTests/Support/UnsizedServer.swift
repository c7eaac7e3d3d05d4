import Foundation
import ModelFixtures

/// A web server on this machine that sends a file without announcing its size.
///
/// It answers two requests, for the head and for the file, and pauses in the middle of the file.
final class UnsizedServer: Sendable {
    /// The address of the file.
    let url: URL

    init(_ bytes: [UInt8], pause seconds: Double) throws {
        let socket = try ListeningSocket(backlog: 4)
        url = URL(string: "http://127.0.0.1:\(socket.port)/m") ?? URL(fileURLWithPath: "/")
        Thread {
            defer { close(socket.descriptor) }
            for _ in 0..<2 {
                let connection = accept(socket.descriptor, nil, nil)
                guard connection >= 0 else { return }
                Self.answer(bytes, seconds, connection)
                close(connection)
            }
        }.start()
    }

    private static func answer(_ bytes: [UInt8], _ seconds: Double, _ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        guard recv(connection, &buffer, buffer.count, 0) > 0 else { return }
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        guard ListeningSocket.send(head.utf8, to: connection),
            buffer.starts(with: Array("GET".utf8)),
            ListeningSocket.send(bytes.prefix(bytes.count / 2), to: connection)
        else { return }
        Thread.sleep(forTimeInterval: seconds)
        _ = ListeningSocket.send(bytes.suffix(from: bytes.count / 2), to: connection)
        shutdown(connection, Int32(SHUT_WR))
        // Waiting for the client's end loses no byte that was sent.
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
    }
}
