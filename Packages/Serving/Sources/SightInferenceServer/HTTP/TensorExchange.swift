import HTTPTypes
import NIOCore
import OpenInference
import SightServerSupport

/// A request with binary tensors on its way from its connection to a worker and back.
///
/// Belongs to its connection's loop; a worker has the message alone.
final class TensorExchange {
    /// What the request's head says.
    struct Head {
        var model = ""
        var version = ""
        /// Bytes of the body.
        var length = 0
        /// Bytes of JSON before those of tensors.
        var headerLength = 0
        /// How the client takes answers compressed.
        var coding: ContentCoding?
        /// What the request is called.
        var id = ""
    }

    let head: Head
    let start = ContinuousClock.now
    let ticket = WorkTicket()
    /// Whether the body is complete and a worker has it.
    private(set) var isSent = false
    /// How long it may take.
    private(set) var seconds: Double
    private let core: ServiceCore
    private let held: HeldBytes
    private var body: [UInt8] = []

    /// Begins an exchange.
    init(_ head: Head, _ core: ServiceCore, _ peer: PeerAddress) {
        self.head = head
        self.core = core
        held = HeldBytes(core.budget, peer)
        seconds = core.settings.deadline
        body.reserveCapacity(min(head.length, HeldBody.firstRoom))
    }

    /// When its time is over.
    var deadline: ContinuousClock.Instant { start + .seconds(min(seconds, 1e9)) }

    /// Appends what has come of the body.
    ///
    /// - Throws: ``ServeError`` where the service holds too much.
    func gather(_ bytes: ByteBuffer) throws(ServeError) {
        try held.hold(bytes.readableBytes)
        bytes.withUnsafeReadableBytes { body.append(contentsOf: $0) }
    }

    /// Hands the request to a worker, and its answer to `done`, on any thread.
    ///
    /// - Returns: whether the request gives itself less time than all have.
    func send(_ done: @escaping @Sendable (Result<Answer, any Error>) -> Void) -> Bool {
        isSent = true
        do throws(ProtocolError) {
            var message = try InferRequest(body: body, headerLength: head.headerLength)
            (message.model, message.version) = (head.model, head.version)
            body = []
            core.engine.start(message, ticket) { [message, coding = head.coding, held] result in
                defer { withExtendedLifetime(held) {} }
                let make = { @Sendable in
                    done(Result { try InferAnswer.make(result.get(), to: message, coding) })
                }
                guard case .success(let response) = result,
                    !InferAnswer.isQuick(response, to: message, coding)
                else { return make() }
                // Text and compression take their time: the worker shall go on.
                Task { make() }
            }
            guard let timeout = message.timeout, timeout > 0 else { return false }
            let left = (ContinuousClock.now - start) / .seconds(1) + Double(timeout) / 1e6
            guard left < seconds else { return false }
            seconds = left
            return true
        } catch {
            done(.failure(error))
            return false
        }
    }
}
