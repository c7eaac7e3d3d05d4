import HTTPTypes
import NIOCore
import OpenInference

/// The answer to an inference over REST.
enum InferAnswer {
    /// Writes the outputs as the request wants each of them, compressed for a client that takes it.
    ///
    /// - Throws: ``ProtocolError`` for elements that JSON lacks.
    static func make(
        _ response: InferResponse, to request: InferRequest, _ coding: ContentCoding?
    ) throws(ProtocolError) -> Answer {
        let (bytes, length) = try response.body(isBinary: isBinary(response, request))
        // A packet's worth of bytes gains nothing.
        let packed = bytes.count > 1024 ? coding?.encode(bytes) : nil
        var answer = JSONReply.answer(bytes: packed ?? bytes)
        if let coding, packed != nil { answer.headers[.contentEncoding] = coding.rawValue }
        if let length {
            answer.headers[.contentType] = "application/octet-stream"
            answer.headers[.headerLength] = String(length)
        }
        return answer
    }

    /// Whether an answer is quickly made: of bytes as they are.
    static func isQuick(
        _ response: InferResponse, to request: InferRequest, _ coding: ContentCoding?
    ) -> Bool {
        coding == nil && !isBinary(response, request).contains(false)
    }

    private static func isBinary(_ response: InferResponse, _ request: InferRequest) -> [Bool] {
        response.outputs.map { output in
            request.outputs.first { $0.name == output.name }?.isBinary ?? request.prefersBinary
        }
    }
}
