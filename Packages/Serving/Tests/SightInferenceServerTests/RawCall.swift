/// The bytes of a gRPC call over HTTP/2, which a test sends as it likes.
///
/// - Source: RFC 9113, 4.1 and 6; RFC 7541, 6.2.2.
enum RawCall {
    /// The start of a connection, with empty settings.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, 0, stream: 0, [])

    /// The start of a connection whose client takes no data: an initial window of 0 bytes.
    static let prefaceWithoutWindow =
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        + frame(4, 0, stream: 0, [0, 4, 0, 0, 0, 0])

    /// The header fields that begin stream 1.
    static func headers(_ path: String, _ more: [String: String] = [:], isLast: Bool = false)
        -> [UInt8]
    {
        var fields = [
            (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost"),
            ("content-type", "application/grpc"), ("te", "trailers"),
        ]
        for (name, value) in more { fields.append((name, value)) }
        // Literal fields, which no table contains; the texts are shorter than 127 bytes.
        var block: [UInt8] = []
        for (name, value) in fields { block += [0] + text(name) + text(value) }
        return frame(1, isLast ? 5 : 4, stream: 1, block)
    }

    /// A short message on stream 1, which ends the request.
    static func message(_ flag: UInt8, _ message: [UInt8]) -> [UInt8] {
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: message.count >> $0) }
        return frame(0, 1, stream: 1, [flag] + length + message)
    }

    private static func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count)] + Array(text.utf8)
    }

    private static func frame(_ type: UInt8, _ flags: UInt8, stream: UInt8, _ payload: [UInt8])
        -> [UInt8]
    {
        [16, 8, 0].map { UInt8(truncatingIfNeeded: payload.count >> $0) }
            + [type, flags, 0, 0, 0, stream] + payload
    }
}
