import HTTPTypes
import NIOCore
import OpenInference
import SightServerSupport

/// A request with binary tensors, from its arrival to its answer.
///
/// Only the event loop of the connection uses it; the worker receives the decoded message.
package final class TensorExchange {
    /// The head of the request.
    struct Head {
        var model = ""
        var version = ""
        /// Bytes of the body.
        var length = 0
        /// Bytes of JSON before the bytes of the tensors.
        var headerLength = 0
        /// The compression that the client accepts for the answer.
        var coding: ContentCoding?
        /// The identifier of the request.
        var id = ""
    }

    let head: Head
    let start = ContinuousClock.now
    let ticket: WorkTicket
    /// Whether the body is complete and the request is in a model's queue.
    private(set) var isSent = false
    /// The time limit in seconds, from the start.
    private(set) var seconds: Double
    /// The bytes of the request, and then those of its answer.
    let held: HeldBytes
    private let core: ServiceCore
    private var body: [UInt8] = []

    /// Begins an exchange.
    init(_ head: Head, _ core: ServiceCore, _ peer: PeerAddress) {
        self.head = head
        self.core = core
        held = HeldBytes(core.budget, peer)
        ticket = WorkTicket(peer, holding: held)
        seconds = core.settings.deadline
        body.reserveCapacity(min(head.length, HeldBody.firstRoom))
    }

    /// The end of the time limit.
    var deadline: ContinuousClock.Instant { start + .seconds(min(seconds, 1e9)) }

    /// Appends received bytes to the body.
    ///
    /// - Throws: ``ServeError`` if the budget has no room for them.
    func gather(_ bytes: ByteBuffer) throws(ServeError) {
        try held.hold(bytes.readableBytes)
        bytes.withUnsafeReadableBytes { body.append(contentsOf: $0) }
    }

    /// Queues the request for a worker, and calls `done` with its answer on any thread.
    ///
    /// - Returns: whether the request's own timeout shortens the time limit.
    func send(_ done: @escaping @Sendable (Result<Answer, any Error>) -> Void) -> Bool {
        isSent = true
        do throws(ProtocolError) {
            var message = try InferRequest(body: body, headerLength: head.headerLength)
            (message.model, message.version) = (head.model, head.version)
            body = []
            var wish = message
            wish.inputs = []
            core.engine.start(message, ticket) {
                [wish, coding = head.coding, held, work = core.longWork] result in
                let answer = { @Sendable in
                    done(
                        Result {
                            try InferAnswer.make(result.get(), to: wish, coding, holding: held)
                        })
                }
                guard case .success(let response) = result,
                    !InferAnswer.isQuick(response, to: wish, coding)
                else { return answer() }
                // JSON and compression take long, so they must not run on the worker.
                work.start(response.elementByteCount, holding: held, answer)
            }
            guard let timeout = message.timeout, timeout > 0 else { return false }
            // The client's timeout, in microseconds, begins now; the time limit began at `start`.
            let limit = (ContinuousClock.now - start) / .seconds(1) + Double(timeout) / 1e6
            guard limit < seconds else { return false }
            seconds = limit
            return true
        } catch {
            done(.failure(error))
            return false
        }
    }
}
