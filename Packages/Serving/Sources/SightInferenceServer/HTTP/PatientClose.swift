import NIOCore
import NIOHTTPTypes

/// Closes a connection only when its client has taken the answers, or takes nothing any more.
///
/// The HTTP library counts an answer as done when it is written, although most of a long one waits
/// for the socket. During a shutdown and after the idle time the library then closes the
/// connection, which would drop the bytes that wait.
///
/// A client has to take a piece of its answer within the patience. During a shutdown the connection
/// is closed in any case when the time for the end is over.
package final class PatientClose: ChannelDuplexHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    private let end: TimeAmount
    private var context: ChannelHandlerContext?
    /// The long pieces and the ends of answers that the socket has not taken.
    private var unflushed = 0
    /// The number of pieces and ends that the socket has taken.
    private var taken = 0
    private var timer: Scheduled<Void>?
    /// Whether the library has closed the connection.
    private var isClosing = false
    /// Whether the shutdown of the service has begun.
    private var isEnding = false
    /// The timer for the end of the shutdown.
    private var cutOff: Scheduled<Void>?

    /// Makes the handler of a connection.
    ///
    /// - Parameters:
    ///   - patience: the time in which a client has to take a piece of its answer.
    ///   - end: the time that a shutdown has for the answers under way.
    package init(patience: TimeAmount, end: TimeAmount) {
        self.patience = patience
        self.end = end
    }

    /// Closes the connection immediately.
    package func giveUp() { context?.close(mode: .all, promise: nil) }

    package func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    package func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        stopTimer()
        cutOff?.cancel()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The connection was idle for the library, but its client has sent a further request.
        if isClosing, !isEnding {
            isClosing = false
            if unflushed == 0 { stopTimer() }
        }
        context.fireChannelRead(data)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, !isEnding {
            isEnding = true
            cutOff = context.eventLoop.assumeIsolated().scheduleTask(in: end) { self.giveUp() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        switch unwrapOutboundIn(data) {
        case .body(let bytes) where bytes.readableBytes > ByteBuffer.pieceSize:
            let pieces = bytes.pieces()
            for (index, piece) in pieces.enumerated() {
                let isLast = index == pieces.count - 1
                context.write(
                    wrapOutboundOut(.body(piece)),
                    promise: counted(isLast ? promise : nil, context))
            }
        case .end: context.write(data, promise: counted(promise, context))
        default: context.write(data, promise: promise)
        }
    }

    package func flush(context: ChannelHandlerContext) {
        context.flush()
        if unflushed > 0, timer == nil { wait(context) }
    }

    package func close(
        context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
    ) {
        guard mode == .all, unflushed > 0 else {
            return context.close(mode: mode, promise: promise)
        }
        isClosing = true
        context.channel.closeFuture.cascade(to: promise)
        flush(context: context)
    }

    /// Counts a write until the socket has taken it.
    private func counted(
        _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) -> EventLoopPromise<Void> {
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        unflushed += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.unflushed -= 1
            self.taken += 1
            if self.unflushed == 0 { self.rest() }
        }
        return promise
    }

    /// Waits until the client takes something, and otherwise closes the connection.
    private func wait(_ context: ChannelHandlerContext) {
        let before = taken
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
            guard let context = self.context else { return }
            if self.taken == before { self.giveUp() } else { self.wait(context) }
        }
    }

    /// Goes on after the client has taken everything.
    private func rest() {
        stopTimer()
        guard isClosing, let context else { return }
        if isEnding { return giveUp() }
        // The client may send a further request on a connection that is not idle until now.
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
            self.timer = nil
            if self.isClosing { self.giveUp() }
        }
    }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
    }
}
