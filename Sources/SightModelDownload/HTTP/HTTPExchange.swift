package import Foundation
package import SightModels

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request under way: its head, then its body piece by piece.
///
/// Linux's `URLSession` does not slow down for its reader, not even suspended. So with more than
/// ``unreadLimit`` waiting the connection is given up; what has come can still be read, and then the
/// reader learns of a failure after which it may ask for the rest.
package final class HTTPExchange: @unchecked Sendable {  // state under a lock
    /// Bytes that may wait in memory.
    package static let unreadLimit = 32 << 20

    private let url: URL
    private let lock = NSLock()
    private var task: URLSessionTask?
    private var head: HTTPHead?
    private var pieces: [Data] = []
    private var unread = 0
    private var end: Result<Void, ModelDeliveryError>?
    private var headWaiter: CheckedContinuation<Result<HTTPHead, ModelDeliveryError>, Never>?
    private var pieceWaiter: CheckedContinuation<Result<Data?, ModelDeliveryError>, Never>?

    private var onEnd: (@Sendable () -> Void)?

    init(url: URL) { self.url = url }

    // MARK: The session's side

    /// Starts the task; `onEnd` is called once, when the exchange is over.
    func begin(_ task: URLSessionTask, onEnd: @escaping @Sendable () -> Void) {
        let isOver = lock.withLock {
            self.task = task
            self.onEnd = onEnd
            return end != nil
        }
        if isOver { task.cancel() } else { task.resume() }
    }

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            return fail(
                ModelDeliveryError(.internalError, "\(url.host ?? "?"): not an HTTP answer"))
        }
        let head = HTTPHead(response, url: url)
        let waiter = lock.withLock {
            self.head = head
            defer { headWaiter = nil }
            return headWaiter
        }
        waiter?.resume(returning: .success(head))
    }

    func receive(_ data: Data) {
        let (waiter, abandoned) = lock.withLock {
            () -> (CheckedContinuation<Result<Data?, ModelDeliveryError>, Never>?, URLSessionTask?)
            in
            guard end == nil else { return (nil, nil) }
            if let waiter = pieceWaiter {
                pieceWaiter = nil
                return (waiter, nil)
            }
            pieces.append(data)
            unread += data.count
            guard unread > Self.unreadLimit else { return (nil, nil) }
            end = .failure(tooFast)
            return (nil, task)
        }
        waiter?.resume(returning: .success(data))
        abandoned?.cancel()
    }

    private var tooFast: ModelDeliveryError {
        ModelDeliveryError(
            .failedPrecondition, "\(url.host ?? "?") sends faster than the bytes can be taken in",
            detail: RetryAdvice())
    }

    func complete(_ error: (any Error)?) {
        finish(error.map { .failure(HTTPFailure.error($0, url)) } ?? .success(()))
    }

    /// Ends the exchange, whatever the network still does.
    func fail(_ error: ModelDeliveryError) {
        finish(.failure(error))
        lock.withLock { task }?.cancel()
    }

    private func finish(_ result: Result<Void, ModelDeliveryError>) {
        let (headWaiter, pieceWaiter, onEnd, result) = lock.withLock {
            if end == nil { end = result }
            defer {
                self.headWaiter = nil
                self.pieceWaiter = nil
                self.onEnd = nil
            }
            return (self.headWaiter, self.pieceWaiter, self.onEnd, end ?? result)
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
                let known = lock.withLock { () -> Result<HTTPHead, ModelDeliveryError>? in
                    if let head { return .success(head) }
                    if let end { return end.flatMap { .failure(noAnswer) } }
                    headWaiter = continuation
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
                let known = lock.withLock { () -> Result<Data?, ModelDeliveryError>? in
                    if !pieces.isEmpty { return .success(takePiece()) }
                    if let end { return end.map { nil } }
                    pieceWaiter = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            fail(.cancelled)
        }
        return try result.get()
    }

    private func takePiece() -> Data {
        let piece = pieces.removeFirst()
        unread -= piece.count
        return piece
    }

    /// Bytes that have come and that nobody has read yet.
    package var unreadBytes: Int { lock.withLock { unread } }

    /// Reads a small body whole.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `internalError` past the limit.
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

    /// Gives up what is left of the body.
    package func discard() { fail(.cancelled) }
}
