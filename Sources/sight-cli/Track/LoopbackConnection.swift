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

/// A TCP connection that one thread uses.
package struct LoopbackConnection: Sendable {
    private static let longestRequest = 8192
    private static let patience = 5

    private let number: Int32

    /// Wraps a connected socket; reads and writes that take longer than five seconds fail.
    init(_ number: Int32) {
        self.number = number
        var time = timeval()
        time.tv_sec = .init(Self.patience)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &time, size)
        #if canImport(Darwin)
            var yes: Int32 = 1
            setsockopt(
                number, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Reads an HTTP request; `nil` if no acceptable one comes in time.
    func readRequest() -> LoopbackRequest? {
        // A client may send a byte now and then, before the time of a single read is over.
        let watch = Stopwatch()
        var request: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        let end = Array("\r\n\r\n".utf8)
        while request.count < Self.longestRequest, watch.seconds < Double(Self.patience) {
            let count = recv(number, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            request += buffer.prefix(count)
            let fresh = Array(request.suffix(count + 3))
            guard fresh.indices.contains(where: { fresh[$0...].starts(with: end) }) else {
                continue
            }
            return LoopbackRequest(request)
        }
        return nil
    }

    /// Writes all bytes; returns `false` if the other side has closed or is too slow.
    func write(_ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        return bytes.withUnsafeBytes { bytes in
            var left = bytes[...]
            while !left.isEmpty {
                let rest = UnsafeRawBufferPointer(rebasing: left)
                let count = send(number, rest.baseAddress, rest.count, flags)
                guard count > 0 else { return false }
                left = left.dropFirst(count)
            }
            return true
        }
    }

    /// Closes the connection.
    func close() { closeSocket(number) }
}

/// The function is outside the type because `close` inside it would be the type's own.
private func closeSocket(_ number: Int32) { close(number) }
