import HTTPTypes
import NIOCore
import OpenInference

/// Makes the answer to an inference request over REST.
enum InferAnswer {
    /// Encodes each output as requested, and compresses the body if the client accepts that.
    ///
    /// The bytes of the answer are held instead of those of the request, which has been run.
    ///
    /// - Throws: ``ProtocolError`` for elements that JSON cannot represent; ``ServeError`` of kind
    ///   `overloaded` if the answer cannot be held.
    static func make(
        _ response: InferResponse, to request: InferRequest, _ coding: ContentCoding?,
        holding held: HeldBytes
    ) throws -> Answer {
        try held.replace(with: response.elementByteCount)
        let (bytes, length) = try response.body(isBinary: isBinary(response, request))
        // A body that fits into a packet gains nothing from compression.
        let packed = bytes.count > 1024 ? coding?.encode(bytes) : nil
        var answer = JSONReply.answer(bytes: packed ?? bytes)
        if let coding, packed != nil { answer.headers[.contentEncoding] = coding.rawValue }
        if let length {
            answer.headers[.contentType] = "application/octet-stream"
            answer.headers[.headerLength] = String(length)
        }
        try held.replace(with: answer.body.readableBytes)
        return answer
    }

    /// Whether an answer is made without JSON elements and compression.
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
