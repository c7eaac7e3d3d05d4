package import Foundation
import SightConcurrency
package import SightModels

/// A running request, which receives the head of the answer and then its body, piece by piece.
///
/// `URLSession` does not always wait for a slow reader. So if more than ``unreadLimit`` bytes are
/// unread, the connection is closed. The reader still gets the bytes that have arrived, and then an
/// error after which it may request the rest. A network that can wait does so at ``waitingLimit``.
package final class HTTPExchange: Sendable {
    /// The number of unread bytes at which the network should wait; at half of it, it continues.
    package static let waitingLimit = 8 << 20
    /// The largest number of unread bytes in memory.
    package static let unreadLimit = 32 << 20

    let url: URL
    private let state = Guarded(State())

    private typealias Piece = Result<Data?, ModelDeliveryError>

    private struct State: Sendable {
        var cancel: (@Sendable () -> Void)?
        var head: HTTPHead?
        var pieces: [Data] = []
        var unread = 0
        var end: Result<Void, ModelDeliveryError>?
        var headWaiter: CheckedContinuation<Result<HTTPHead, ModelDeliveryError>, Never>?
        var pieceWaiter: CheckedContinuation<Piece, Never>?
        var onRoom: (@Sendable () -> Void)?
        var onEnd: (@Sendable () -> Void)?

        var hasRoom: Bool { unread <= HTTPExchange.waitingLimit / 2 }

        mutating func takePiece() -> Data {
            let piece = pieces.removeFirst()
            unread -= piece.count
            return piece
        }
    }

    /// Makes an exchange for the answer from an address.
    package init(url: URL) { self.url = url }

    // MARK: The network's side

    /// Sets what ends the request.
    ///
    /// `onRoom` is called when the reader has taken so many bytes that a network that waits should
    /// continue. `onEnd` is called once, when the exchange is over.
    ///
    /// - Returns: whether the request is still wanted.
    @discardableResult
    func begin(
        cancel: @escaping @Sendable () -> Void, onRoom: @escaping @Sendable () -> Void = {},
        onEnd: @escaping @Sendable () -> Void = {}
    ) -> Bool {
        state.withLock { state in
            state.cancel = cancel
            state.onRoom = onRoom
            state.onEnd = onEnd
            return state.end == nil
        }
    }

    /// Receives the head of the answer.
    package func receive(_ head: HTTPHead) {
        let waiter = state.withLock { state in
            state.head = head
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: .success(head))
    }

    /// Receives a piece of the body.
    package func receive(_ data: Data) {
        typealias Waiter = CheckedContinuation<Piece, Never>
        let (waiter, cancel) = state.withLock { state -> (Waiter?, (@Sendable () -> Void)?) in
            guard state.end == nil else { return (nil, nil) }
            if let waiter = state.pieceWaiter {
                state.pieceWaiter = nil
                return (waiter, nil)
            }
            state.pieces.append(data)
            state.unread += data.count
            guard state.unread > Self.unreadLimit else { return (nil, nil) }
            state.end = .failure(tooFast)
            return (nil, state.cancel)
        }
        waiter?.resume(returning: .success(data))
        cancel?()
    }

    private var tooFast: ModelDeliveryError {
        ModelDeliveryError(
            .failedPrecondition, "\(url.host ?? "?") sends faster than the bytes can be read",
            detail: RetryAdvice())
    }

    /// Ends the body, with an error if there was one.
    package func complete(_ error: (any Error)?) {
        finish(error.map { .failure(HTTPFailure.error($0, url)) } ?? .success(()))
    }

    /// Ends the exchange with an error, and cancels the request.
    func fail(_ error: ModelDeliveryError) {
        finish(.failure(error))
        state.withLock { $0.cancel }?()
    }

    private func finish(_ result: Result<Void, ModelDeliveryError>) {
        let (headWaiter, pieceWaiter, onEnd, result) = state.withLock { state in
            if state.end == nil { state.end = result }
            defer {
                state.headWaiter = nil
                state.pieceWaiter = nil
                state.onEnd = nil
            }
            return (state.headWaiter, state.pieceWaiter, state.onEnd, state.end ?? result)
        }
        onEnd?()
        headWaiter?.resume(returning: result.flatMap { .failure(noAnswer) })
        pieceWaiter?.resume(returning: result.map { nil })
    }

    private var noAnswer: ModelDeliveryError {
        ModelDeliveryError(
            .failedPrecondition, "\(url.host ?? "?") closed the connection without an answer",
            detail: RetryAdvice())
    }

    // MARK: The reader's side

    /// Waits for status and header fields.
    func response() async throws(ModelDeliveryError) -> HTTPHead {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Result<HTTPHead, ModelDeliveryError>? in
                    if let head = state.head { return .success(head) }
                    if let end = state.end { return end.flatMap { .failure(noAnswer) } }
                    state.headWaiter = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            fail(.cancelled)
        }
        return try result.get()
    }

    /// Waits for the next piece of the body; `nil` at its end.
    package func next() async throws(ModelDeliveryError) -> Data? {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (known, onRoom) = state.withLock { state -> (Piece?, (@Sendable () -> Void)?) in
                    if !state.pieces.isEmpty {
                        let wasFull = !state.hasRoom
                        let piece = state.takePiece()
                        return (.success(piece), wasFull && state.hasRoom ? state.onRoom : nil)
                    }
                    if let end = state.end { return (end.map { nil }, nil) }
                    state.pieceWaiter = continuation
                    return (nil, nil)
                }
                onRoom?()
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            fail(.cancelled)
        }
        return try result.get()
    }

    /// Whether a network that waits for the reader should continue.
    var hasRoom: Bool { state.withLock { $0.hasRoom } }

    /// The number of bytes that have arrived and are still unread.
    package var unreadBytes: Int { state.withLock { $0.unread } }

    /// Whether the body is complete, or the exchange has failed or was cancelled.
    var isOver: Bool { state.withLock { $0.end != nil } }

    /// Reads a small body completely.
    ///
    /// - Throws: `ModelDeliveryError` with code `internalError` past the limit.
    package func body(limit: Int = 1 << 20) async throws(ModelDeliveryError) -> Data {
        var body = Data()
        while let piece = try await next() {
            guard piece.count <= limit - body.count else {
                let error = ModelDeliveryError(
                    .internalError, "\(url.host ?? "?") answers with more than \(limit) bytes")
                fail(error)
                throw error
            }
            body.append(piece)
        }
        return body
    }

    /// Discards the rest of the body.
    package func discard() { fail(.cancelled) }
}
