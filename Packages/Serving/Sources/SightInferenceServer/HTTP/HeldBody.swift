import HTTPTypes
import Hummingbird
import NIOCore

/// The body of a request in memory; its bytes count against the budget while it lives.
final class HeldBody: Sendable {
    /// The body.
    let bytes: [UInt8]
    private let budget: ByteBudget
    private let held: Int

    private init(_ bytes: [UInt8], _ budget: ByteBudget, held: Int) {
        self.bytes = bytes
        self.budget = budget
        self.held = held
    }

    deinit { budget.give(held) }

    /// Reads a body.
    ///
    /// What is announced is set aside before a byte is read; without a length, as it comes.
    ///
    /// - Throws: ``ServeError``: `tooLarge`, `overloaded`, `unsupported` for codings of other names.
    static func read(_ request: Request, limit: Int, budget: ByteBudget) async throws -> HeldBody {
        let encoding = request.headers[.contentEncoding] ?? "identity"
        let isPlain = encoding == "identity"
        guard isPlain || ContentCoding(rawValue: encoding) != nil else {
            throw ServeError(.unsupported, "Content-Encoding \(encoding.prefix(40)) is not taken")
        }
        let announced = request.headers[.contentLength].flatMap { Int($0) }
        if let announced, announced > limit { throw tooLarge(announced, limit) }
        var held = 0
        func hold(_ count: Int) throws(ServeError) {
            guard budget.take(count) else { throw .heldTooMuch }
            held += count
        }
        do {
            try hold(announced ?? 0)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(announced ?? 0)
            for try await part in request.body {
                let count = bytes.count + part.readableBytes
                guard count <= limit else { throw tooLarge(count, limit) }
                if count > held { try hold(count - held) }
                bytes.append(contentsOf: part.readableBytesView)
            }
            if !isPlain { bytes = try ContentCoding.decode(bytes, limit: limit, hold: hold) }
            return HeldBody(bytes, budget, held: held)
        } catch {
            budget.give(held)
            if error is ServeError || error is CancellationError { throw error }
            throw ServeError(.invalid, "the request's body is cut off or malformed")
        }
    }

    private static func tooLarge(_ count: Int, _ limit: Int) -> ServeError {
        ServeError(.tooLarge, "the request has \(count) bytes or more, the limit is \(limit)")
    }
}
