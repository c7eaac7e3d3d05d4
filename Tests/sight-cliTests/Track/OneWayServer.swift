import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// A sender on this machine that takes one connection, sends its bytes and is gone for good.
final class OneWayServer: Sendable {
    let port: UInt16

    #if canImport(Glibc)
        private static let streamType = Int32(SOCK_STREAM.rawValue)
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
        private static let streamType = SOCK_STREAM
        private static let noSignal: Int32 = 0
    #endif

    init(sending bytes: [UInt8]) throws {
        let listener = socket(AF_INET, Self.streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            let connection = accept(listener, nil, nil)
            // Later connections are refused.
            close(listener)
            guard connection >= 0 else { return }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    send(connection, $0.baseAddress, $0.count, Self.noSignal)
                }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            close(connection)
        }
    }
}
