import Foundation
import ModelFixtures

/// A camera with minimal RTSP: it sends a transport stream over its control connection, then closes
/// the connection.
///
/// - Source: RFC 2326, sections 10.12 and 10 to 12.
final class RTSPCamera: Sendable {
    /// The address of the stream.
    let address: String

    /// Starts to listen; after `times` connections, the camera refuses further ones.
    init(showing stream: [UInt8], times: Int) throws {
        let listener = try ListeningSocket(backlog: 4)
        address = "rtsp://127.0.0.1:\(listener.port)/camera"
        let address = address
        Thread.detachNewThread {
            for showing in 0..<times {
                let connection = accept(listener.descriptor, nil, nil)
                guard connection >= 0 else { break }
                if showing == times - 1 { close(listener.descriptor) }
                Self.talk(connection, stream, address)
                close(connection)
            }
        }
    }

    /// Answers requests until the stream has been played.
    private static func talk(_ connection: Int32, _ stream: [UInt8], _ address: String) {
        while let request = request(connection) {
            let lines = request.split(separator: "\r\n")
            let method = lines.first?.prefix { $0 != " " } ?? ""
            let number = lines.first { $0.lowercased().hasPrefix("cseq:") } ?? "CSeq: 0"
            var answer = "RTSP/1.0 200 OK\r\n\(number)\r\n"
            switch method {
            case "DESCRIBE":
                let body =
                    "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=camera\r\nt=0 0\r\n"
                    + "m=video 0 RTP/AVP 33\r\na=control:track\r\n"
                answer +=
                    "Content-Base: \(address)/\r\nContent-Type: application/sdp\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            case "SETUP":
                answer +=
                    "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 7\r\n\r\n"
            case "OPTIONS": answer += "Public: OPTIONS, DESCRIBE, SETUP, PLAY\r\n\r\n"
            default: answer += "Session: 7\r\n\r\n"
            }
            guard ListeningSocket.send(answer.utf8, to: connection) else { return }
            if method == "PLAY" { return play(connection, stream) }
        }
    }

    /// Sends the stream in RTP packets.
    private static func play(_ connection: Int32, _ stream: [UInt8]) {
        for packet in RTPPackets.of(stream) {
            let size = packet.count
            let head = [UInt8(ascii: "$"), 0, UInt8(size >> 8), UInt8(size & 255)]
            guard ListeningSocket.send(head + packet, to: connection) else { return }
        }
    }

    private static func request(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4096 {
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
            if bytes.suffix(4) == Array("\r\n\r\n".utf8) {
                return String(decoding: bytes, as: UTF8.self)
            }
        }
        return nil
    }
}
