import HTTPTypes
import Hummingbird
import NIOCore

/// The body of a request in memory.
struct HeldBody: Sendable {
    /// The most memory that is reserved for an announced length; more is reserved as bytes arrive.
    static let firstRoom = 1 << 20

    /// The bytes of the body, decompressed.
    let bytes: [UInt8]
    /// The bytes that count against the budget: the received, decompressed and decoded ones.
    let held: HeldBytes

    /// Reads a body, whose bytes count against the budget when they arrive, not when announced.
    ///
    /// A client that waits for permission to send its body gets it when the head is accepted.
    ///
    /// - Throws: ``ServeError``: `tooLarge`, `overloaded`, `invalid`; `unsupported` for its coding.
    static func read(
        _ request: Request, on channel: any Channel, limit: Int, held: HeldBytes
    ) async throws -> HeldBody {
        let encoding = request.headers[.contentEncoding] ?? "identity"
        let isPlain = encoding.lowercased() == "identity"
        guard isPlain || ContentCoding(named: encoding) != nil else {
            throw ServeError(.unsupported, "Content-Encoding \(encoding.prefix(40)) is not taken")
        }
        let announced = request.headers[.contentLength].flatMap { Int($0) }
        if let announced, announced > limit { throw tooLarge(announced, limit) }
        Continuation.allow(request, on: channel)
        do {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(min(announced ?? 0, firstRoom))
            for try await part in request.body {
                let count = bytes.count + part.readableBytes
                guard count <= limit else { throw tooLarge(count, limit) }
                try held.hold(part.readableBytes)
                bytes.append(contentsOf: part.readableBytesView)
            }
            if !isPlain { bytes = try ContentCoding.decode(bytes, limit: limit, hold: held.hold) }
            return HeldBody(bytes: bytes, held: held)
        } catch {
            if error is ServeError || error is CancellationError { throw error }
            throw ServeError(.invalid, "the request's body is cut off or malformed")
        }
    }

    private static func tooLarge(_ count: Int, _ limit: Int) -> ServeError {
        ServeError(.tooLarge, "the request has \(count) bytes or more, the limit is \(limit)")
    }
}
