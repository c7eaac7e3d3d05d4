public import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A TCP connection to a host on this machine for any number of requests; all calls block.
///
/// For tests that send many requests, or requests that a correct HTTP client would never send.
public final class KeptConnection {
    private let descriptor: Int32
    private let file: UnsafeMutablePointer<FILE>

    /// Connects to a host.
    public convenience init(_ host: RunningHost) throws {
        try self.init(port: URL(string: host.base)?.port ?? 0)
    }

    /// Connects to a port of this machine, with a receive buffer of the given size if there is one.
    public init(port: Int, receiveBuffer: Int32? = nil) throws {
        guard let port = UInt16(exactly: port), port > 0 else { throw URLError(.badURL) }
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var receiveBuffer {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer,
                socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0, let file = fdopen(descriptor, "r+") else {
            close(descriptor)
            throw URLError(.cannotConnectToHost)
        }
        self.descriptor = descriptor
        self.file = file
    }

    deinit { fclose(file) }

    /// Sends bytes as they are.
    ///
    /// - Throws: `URLError` when the host does not take them all.
    public func write(_ bytes: Data) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw URLError(.networkConnectionLost) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a request and reads its answer.
    public func send(
        _ method: String, _ target: String, _ headers: [String: String], _ body: String = ""
    ) throws -> (status: Int, body: Data) {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        text += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        try write(Data(text.utf8))
        return try answer()
    }

    /// Reads the next answer, which must have a `Content-Length`.
    public func answer() throws -> (status: Int, body: Data) {
        let (status, length) = try head()
        var data = [UInt8](repeating: 0, count: length)
        guard fread(&data, 1, length, file) == length else {
            throw URLError(.networkConnectionLost)
        }
        return (status, Data(data))
    }

    /// Reads what the host still sends, until it closes the connection.
    ///
    /// - Returns: the number of bytes.
    public func drain() -> Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var sum = 0
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { sum += count }
        return sum
    }

    /// Reads the head of the next answer.
    public func head() throws -> (status: Int, length: Int) {
        let words = try line().split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else {
            throw URLError(.badServerResponse)
        }
        var length = 0
        while case let field = try line(), !field.isEmpty {
            let parts = field.split(separator: ":", maxSplits: 1)
            guard parts[0].lowercased() == "content-length", parts.count == 2 else { continue }
            length = Int(parts[1].trimmingCharacters(in: .whitespaces)) ?? 0
        }
        return (status, length)
    }

    private func line() throws -> String {
        var buffer = [CChar](repeating: 0, count: 8192)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else {
            throw URLError(.networkConnectionLost)
        }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
