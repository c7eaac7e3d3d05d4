import Foundation
import ModelFixtures

/// A server on this machine that accepts one connection, sends its bytes and closes.
final class OneWayServer: Sendable {
    let port: UInt16

    init(sending bytes: [UInt8]) throws {
        let listener = try ListeningSocket(backlog: 1)
        port = listener.port
        Thread.detachNewThread {
            let connection = accept(listener.descriptor, nil, nil)
            // Later connections are refused.
            close(listener.descriptor)
            guard connection >= 0 else { return }
            _ = ListeningSocket.send(bytes, to: connection)
            close(connection)
        }
    }
}
