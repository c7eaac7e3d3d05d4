import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Encodes answers and decodes request bodies as JSON.
enum JSONReply {
    /// Encodes a value; times are seconds since 1970.
    static func make(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        guard let data = try? encoder.encode(value) else {
            return Response(status: .internalServerError)
        }
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }

    /// Reads a request's body as JSON; an empty body counts as `{}`.
    ///
    /// - Throws: ``HostError`` with status 400, 413 for more than 64 KiB, or 408 if the body has
    ///   not arrived within a number of seconds.
    static func read<Value: Decodable>(
        _ type: Value.Type, _ request: Request, within seconds: Double
    ) async throws -> Value {
        let buffer: ByteBuffer
        do {
            buffer = try await BodyDeadline.within(seconds) {
                try await request.body.collect(upTo: 1 << 16)
            }
        } catch let error as HostError {
            throw error
        } catch is NIOTooManyBytesError {
            throw HostError(.contentTooLarge, "the body is larger than 64 KiB")
        } catch {
            throw HostError(.badRequest, "the body cannot be read: it breaks off or is malformed")
        }
        let data = Data(buffer.readableBytesView)
        do {
            return try JSONDecoder().decode(type, from: data.isEmpty ? Data("{}".utf8) : data)
        } catch {
            throw HostError(.badRequest, "the body is not the JSON that is expected here")
        }
    }
}
