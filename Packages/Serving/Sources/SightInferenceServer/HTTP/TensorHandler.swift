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
final class TensorHandler: ChannelDuplexHandler, @unchecked Sendable {  // used on its loop alone
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let endpoint: TensorEndpoint
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
    /// The parts that arrived while a worker had a request.
    private var later: [HTTPRequestPart] = []
    private var laterError: (any Error)?
    private var isReadHeld = false

    init(_ endpoint: TensorEndpoint) { self.endpoint = endpoint }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        peer = PeerAddress(context.remoteAddress)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        timer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(unwrapInboundIn(data), context)
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if let exchange, exchange.isSent { return later.append(part) }
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
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        goOn(context)
    }

    /// Processes the parts that arrived in the meantime.
    private func goOn(_ context: ChannelHandlerContext) {
        if !later.isEmpty {
            let parts = later
            later = []
            for part in parts { take(part, context) }
            context.fireChannelReadComplete()
        }
        if let error = laterError, exchange == nil {
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
        guard let exchange else { return }
        self.exchange = nil
        later = []
        exchange.ticket.cancel()
        endpoint.note(exchange, ServeError(.cancelled, "").status)
    }

    func read(context: ChannelHandlerContext) {
        if later.isEmpty { context.read() } else { isReadHeld = true }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { passed -= 1 }
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
        if let exchange, exchange.isSent {
            laterError = error
        } else {
            leave()
            context.fireErrorCaught(error)
        }
    }
}
