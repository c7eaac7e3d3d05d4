import HTTPTypes
import NIOCore
import NIOHTTPTypes
import SightServerSupport

/// Answers a connection's requests with binary tensors where they come in: a body is gathered in one
/// piece, a worker runs the model, and its answer is written, without a task in between.
///
/// All other requests go on to the routes. Answers keep the order of their requests: what comes while
/// a worker is busy waits, and while the routes have a request to answer all others follow it.
final class TensorHandler: ChannelDuplexHandler, @unchecked Sendable {  // used on its loop alone
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let desk: TensorDesk
    private var context: ChannelHandlerContext?
    /// The other end of the connection.
    private var peer = PeerAddress("")
    /// The request that is read, or that a worker has.
    private var exchange: TensorExchange?
    /// Ends the exchange when its time is over; may be for one that has ended long since.
    private var timer: Scheduled<Void>?
    /// Whether what is left of a body is for nobody any more.
    private var isSkipping = false
    /// Requests that the routes have to answer.
    private var passed = 0
    /// What has come while a worker has a request.
    private var later: [HTTPRequestPart] = []
    private var laterError: (any Error)?
    private var isReadHeld = false

    init(_ desk: TensorDesk) { self.desk = desk }

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
            if passed == 0, let exchange = desk.open(request, from: peer) {
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

    /// Sets the timer for an exchange; when it goes off for one that is over, it serves the next.
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

    /// Answers, unless that was done already.
    private func finish(_ ticket: WorkTicket, _ result: Result<Answer, any Error>) {
        guard let context, let exchange, exchange.ticket === ticket else { return }
        self.exchange = nil
        isSkipping = !exchange.isSent
        let answer: Answer
        do { answer = try result.get() } catch {
            answer = ServeError.known(error, desk.logger).answer
        }
        context.write(wrapOutboundOut(.head(desk.complete(answer, of: exchange))), promise: nil)
        context.write(wrapOutboundOut(.body(answer.body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        goOn(context)
    }

    /// Takes what has come in the meantime.
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

    /// The client has gone: nobody waits for an answer any more.
    private func leave() {
        guard let exchange else { return }
        self.exchange = nil
        later = []
        exchange.ticket.cancel()
        desk.note(exchange, ServeError(.cancelled, "").status)
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
