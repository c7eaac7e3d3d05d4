import HTTPTypes
import NIOCore
import NIOHTTPTypes
import SightServerSupport

/// Answers the requests of a connection that have binary tensors, on the connection's event loop.
///
/// It gathers the body, a worker runs the model, and it writes the response; no task is created.
///
/// It passes all other requests on to the routes. Responses keep the order of their requests: parts
/// that arrive while a worker has a request are kept for later, and while the routes have a
/// request, all later ones go to the routes, too.
///
/// While the client has not read its answers, no further request begins: otherwise a client that
/// only sends would make the connection hold answers without end.
final class TensorHandler: ChannelDuplexHandler, @unchecked Sendable {  // used on its loop alone
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let endpoint: TensorEndpoint
    private let closing: PatientClose
    private var context: ChannelHandlerContext?
    /// The other end of the connection.
    private var peer = PeerAddress("")
    /// The request that is being read, or that a worker has.
    private var exchange: TensorExchange?
    /// The timer for the deadline of an exchange, which may have ended in the meantime.
    private var timer: Scheduled<Void>?
    /// Whether the rest of a body is discarded.
    private var isSkipping = false
    /// The number of requests that the routes have to answer.
    private var passed = 0
    /// The parts that arrived while a worker had a request, or while the client read no answers.
    private var later: [HTTPRequestPart] = []
    /// The timer that closes the connection of a client that reads no answers.
    private var patience: Scheduled<Void>?
    private var laterError: (any Error)?
    private var isReadHeld = false

    init(_ endpoint: TensorEndpoint, _ closing: PatientClose) {
        self.endpoint = endpoint
        self.closing = closing
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        peer = PeerAddress(context.remoteAddress)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        timer?.cancel()
        // A connection that is reset ends without the events of one that is closed.
        leave()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(unwrapInboundIn(data), context)
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if let exchange, exchange.isSent { return later.append(part) }
        if !later.isEmpty || isEarly(part, context) { return later.append(part) }
        switch part {
        case .head(let request):
            if passed == 0, let exchange = endpoint.open(request, from: peer) {
                return begin(exchange, context)
            }
            passed += 1
        case .body(let bytes):
            if let exchange { return gather(bytes, exchange) }
            if isSkipping { return }
        case .end:
            if let exchange { return send(exchange, context) }
            if isSkipping {
                isSkipping = false
                return
            }
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// Whether a part begins a request before the client has read enough of its answers.
    ///
    /// The routes wait for their clients by themselves.
    private func isEarly(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) -> Bool {
        guard case .head = part, passed == 0, !context.channel.isWritable else { return false }
        guard patience == nil else { return true }
        let left = Duration.seconds(min(endpoint.core.settings.deadline, 1e9))
        patience = context.eventLoop.scheduleTask(in: TimeAmount(left)) { [weak self] in
            self?.closing.giveUp()
        }
        return true
    }

    private func begin(_ exchange: TensorExchange, _ context: ChannelHandlerContext) {
        self.exchange = exchange
        if timer == nil { watch(exchange, context) }
    }

    private func gather(_ bytes: ByteBuffer, _ exchange: TensorExchange) {
        do throws(ServeError) { try exchange.gather(bytes) } catch {
            finish(exchange.ticket, .failure(error))
        }
    }

    private func send(_ exchange: TensorExchange, _ context: ChannelHandlerContext) {
        let loop = context.eventLoop
        let isHurried = exchange.send { [self, ticket = exchange.ticket] result in
            loop.execute { self.finish(ticket, result) }
        }
        if isHurried { watch(exchange, context) }
    }

    /// Sets the timer for an exchange.
    ///
    /// If the exchange has ended when the timer fires, the timer is set for the current exchange.
    private func watch(_ exchange: TensorExchange, _ context: ChannelHandlerContext) {
        timer?.cancel()
        let left = exchange.deadline - .now
        timer = context.eventLoop.scheduleTask(in: TimeAmount(left)) { [weak self] in
            guard let self, let context = self.context else { return }
            timer = nil
            guard let exchange = self.exchange else { return }
            guard exchange.deadline <= .now else { return watch(exchange, context) }
            exchange.ticket.cancel()
            finish(exchange.ticket, .failure(ServeError.late(exchange.seconds)))
        }
    }

    /// Writes the response, unless the exchange has ended.
    private func finish(_ ticket: WorkTicket, _ result: Result<Answer, any Error>) {
        guard let context, let exchange, exchange.ticket === ticket else { return }
        self.exchange = nil
        isSkipping = !exchange.isSent
        let answer: Answer
        do { answer = try result.get() } catch {
            answer = ServeError.known(error, endpoint.logger).answer
        }
        context.write(wrapOutboundOut(.head(endpoint.complete(answer, of: exchange))), promise: nil)
        context.write(wrapOutboundOut(.body(answer.body)), promise: nil)
        // The bytes of the answer count as held until the socket has taken them.
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenComplete { [held = exchange.held] _ in
            withExtendedLifetime(held) {}
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
        goOn(context)
    }

    /// Processes the parts that arrived in the meantime.
    private func goOn(_ context: ChannelHandlerContext) {
        if !later.isEmpty {
            patience?.cancel()
            patience = nil
            let parts = later
            later = []
            for part in parts { take(part, context) }
            context.fireChannelReadComplete()
        }
        if let error = laterError, exchange == nil, later.isEmpty {
            laterError = nil
            context.fireErrorCaught(error)
        }
        if isReadHeld, later.isEmpty {
            isReadHeld = false
            context.read()
        }
    }

    /// Cancels the exchange because the client has closed the connection.
    private func leave() {
        later = []
        patience?.cancel()
        guard let exchange else { return }
        self.exchange = nil
        exchange.ticket.cancel()
        endpoint.note(exchange, ServeError(.cancelled, "").status)
    }

    func read(context: ChannelHandlerContext) {
        if later.isEmpty { context.read() } else { isReadHeld = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, exchange == nil { goOn(context) }
        context.fireChannelWritabilityChanged()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        // Hummingbird itself refuses what NIO cannot parse, and has no content for its refusal.
        case .head(var head)
        where head.status == .badRequest && head.headerFields[.contentLength] == "0":
            let answer = ServeError(.invalid, "the request is no valid HTTP").answer
            head.headerFields.append(contentsOf: answer.headers)
            head.headerFields[.contentLength] = String(answer.body.readableBytes)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            return context.write(wrapOutboundOut(.body(answer.body)), promise: nil)
        case .end: passed -= 1
        default: break
        }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if exchange?.isSent == true || !later.isEmpty {
            laterError = error
        } else {
            leave()
            context.fireErrorCaught(error)
        }
    }
}
