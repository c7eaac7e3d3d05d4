import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A TCP socket that accepts connections from this machine only.
final class LoopbackListener: Sendable {
    /// The port on which it listens.
    let port: Int
    private let socketNumber: Int32

    /// Starts to listen; the system chooses a free port for 0.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    init(port: Int) throws(CommandError) {
        #if canImport(Glibc) || canImport(Musl)
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        let number = socket(AF_INET, type, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        var yes: Int32 = 1
        setsockopt(
            number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, length) == 0 && listen(number, 8) == 0
                    && getsockname(number, $0, &length) == 0
            }
        }
        guard isListening else {
            let reason = String(cString: strerror(errno))
            if number >= 0 { close(number) }
            throw CommandError(.usage, "port \(port) cannot be used: \(reason)")
        }
        socketNumber = number
        self.port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Waits for the next connection; `nil` after ``stop()``.
    func accept() -> LoopbackConnection? {
        while true {
            #if canImport(Glibc)
                let number = Glibc.accept(socketNumber, nil, nil)
            #elseif canImport(Musl)
                let number = Musl.accept(socketNumber, nil, nil)
            #elseif canImport(Android)
                let number = Android.accept(socketNumber, nil, nil)
            #else
                let number = Darwin.accept(socketNumber, nil, nil)
            #endif
            if number >= 0 { return LoopbackConnection(number) }
            if errno != EINTR, errno != ECONNABORTED { return nil }
        }
    }

    /// Stops accepting connections; a waiting ``accept()`` returns.
    func stop() { shutdown(socketNumber, Int32(SHUT_RDWR)) }

    deinit { close(socketNumber) }
}
