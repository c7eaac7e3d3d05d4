import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SightReports

/// Makes answers in JSON.
enum JSONReply {
    /// Encodes a value like the command line's reports.
    static func make(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        answer(value, status: status).response
    }

    /// Encodes a value like the command line's reports.
    static func answer(_ value: some Encodable, status: HTTPResponse.Status) -> Answer {
        guard let data = try? ReportEncoder.line(value) else {
            return Answer(status: .internalServerError, headers: [:], body: ByteBuffer())
        }
        return answer(bytes: Array(data), status: status)
    }

    /// Makes an answer from encoded JSON.
    static func answer(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Answer {
        Answer(
            status: status, headers: [.contentType: "application/json"],
            body: ByteBuffer(bytes: bytes))
    }
}
