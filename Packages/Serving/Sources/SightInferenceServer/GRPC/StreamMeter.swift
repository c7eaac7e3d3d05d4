import NIOCore
import NIOHPACK
import NIOHTTP2
import SightServerSupport

/// Counts the bytes of a gRPC stream against the budget as they arrive, decompresses its messages,
/// and limits the time in which they arrive and in which the client takes the answer.
///
/// Without it, the gRPC library would collect a whole message before the service could refuse it,
/// and would wait for the rest of a message, or for a client that takes no answer, as long as the
/// connection lasts.
///
/// The service replaces the bytes of the request by those of its answer in the same ``HeldBytes``,
/// which count until the socket has taken the answer.
///
/// After a refusal, the meter drops what the library still answers on the stream: a second answer
/// would be an error of the protocol, for which the library closes the connection with all its
/// streams.
package final class StreamMeter: ChannelDuplexHandler {
    package typealias InboundIn = HTTP2Frame.FramePayload
    package typealias InboundOut = HTTP2Frame.FramePayload
    package typealias OutboundIn = HTTP2Frame.FramePayload
    package typealias OutboundOut = HTTP2Frame.FramePayload

    /// How much of the answer has been sent.
    private enum Answer { case nothing, headers, all }

    /// The seconds that a client has for its answer in addition to those of the request.
    private static let reserve = 5.0
    /// The bytes of header fields that do not count; most requests have far fewer.
    private static let usualHeaderBytes = 4096

    private let held: HeldBytes
    private let shares: StreamShares
    private let stream: any Channel
    /// The seconds in which a request has to arrive, and in which it is answered.
    private let seconds: Double
    private var frames: MessageFrames
    /// The number of the stream in `shares`; `nil` before its header fields arrive.
    private var number: String?
    private var timer: Scheduled<Void>?
    private var answer = Answer.nothing
    /// Whether the end of the answer waits for the socket.
    private var isEndWaiting = false
    /// The pieces of the answer that the socket has taken.
    private var taken = 0
    /// Whether the request is complete.
    private var isComplete = false
    /// Whether the answer has no end of its own, as that of a health watch.
    private var isLasting = false
    private var isRefused = false
    private var isRemoved = false

    /// Makes the handler of a stream whose request has to arrive in some seconds.
    package init(
        _ budget: ByteBudget, _ stream: any Channel, seconds: Double, maximumBody: Int,
        shares: StreamShares = StreamShares()
    ) {
        let connection = stream.parent ?? stream
        held = HeldBytes(budget, PeerAddress(connection.remoteAddress))
        frames = MessageFrames(limit: maximumBody)
        self.shares = shares
        self.stream = stream
        self.seconds = min(seconds, 1e9)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        schedule(in: seconds) { meter in
            if !meter.isRefused { meter.refuse(.late(meter.seconds), context) }
        }
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        isRemoved = true
        if let number { shares.remove(number) }
        // The connection still has the end of the answer, so the timer goes on.
        if !isEndWaiting { timer?.cancel() }
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .data(let part): take(part, context)
        case .headers(let part) where number == nil: begin(part, context)
        default: context.fireChannelRead(data)
        }
    }

    /// Takes the header fields of a request.
    private func begin(
        _ part: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext
    ) {
        let number = shares.add(held)
        self.number = number
        var headers = part.headers
        headers.remove(name: StreamShares.field)
        headers.add(name: StreamShares.field, value: number)
        isLasting = headers.first(name: ":path") == HealthRPCService.watchPath
        context.fireChannelRead(wrapInboundOut(.headers(.init(headers: headers))))
        isComplete = part.endStream
        let size = part.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        if size > Self.usualHeaderBytes {
            do throws(ServeError) { try held.hold(size) } catch { return refuse(error, context) }
        }
        // The library takes no notice of a request that ends with its header fields.
        if part.endStream {
            take(.init(data: .byteBuffer(ByteBuffer()), endStream: true), context)
        }
    }

    /// Takes a part of a message.
    private func take(_ part: HTTP2Frame.FramePayload.Data, _ context: ChannelHandlerContext) {
        guard case .byteBuffer(let bytes) = part.data else { return }
        var parts: [ByteBuffer] = []
        if part.endStream { isComplete = true }
        do throws(ServeError) {
            try held.hold(bytes.readableBytes)
            // Nobody reads the rest of a request that is answered.
            if answer != .all {
                parts = try frames.read(bytes, held)
                if part.endStream, frames.isInside {
                    throw ServeError(.invalid, "the message is cut off")
                }
            }
        } catch {
            return refuse(error, context)
        }
        if part.endStream {
            if isLasting { timer?.cancel() } else { watch() }
            if parts.isEmpty { parts = [ByteBuffer()] }
        }
        for (index, bytes) in parts.enumerated() {
            let isLast = part.endStream && index == parts.count - 1
            context.fireChannelRead(
                wrapInboundOut(.data(.init(data: .byteBuffer(bytes), endStream: isLast))))
        }
    }

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        guard !isRefused else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .headers(let part) where part.endStream:
            answer = .all
            let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
            isEndWaiting = true
            promise.futureResult.assumeIsolated().whenComplete { _ in self.end() }
            context.write(data, promise: promise)
        case .headers:
            answer = .headers
            context.write(data, promise: promise)
        case .data(let part):
            guard case .byteBuffer(let bytes) = part.data, bytes.readableBytes > 0 else {
                return context.write(data, promise: promise)
            }
            send(bytes, promise, context)
        default: context.write(data, promise: promise)
        }
    }

    /// Writes a message in pieces, to notice how much the client takes.
    private func send(
        _ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        let pieces = bytes.pieces()
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let sent = isLast ? promise : context.eventLoop.makePromise(of: Void.self)
            sent?.futureResult.assumeIsolated().whenComplete { _ in self.taken += 1 }
            context.write(wrapOutboundOut(.data(.init(data: .byteBuffer(piece)))), promise: sent)
        }
    }

    /// Notes that the socket has taken the answer, or that its stream has ended.
    private func end() {
        isEndWaiting = false
        if isComplete || isRefused || isRemoved { timer?.cancel() }
    }

    /// Waits until the client takes something of its answer, and otherwise ends the stream.
    private func watch() {
        let before = taken
        schedule(in: seconds + Self.reserve) { meter in
            if meter.taken == before { meter.giveUp() } else { meter.watch() }
        }
    }

    /// Ends a stream whose client does not take its answer.
    private func giveUp() {
        // The bytes of an ended stream, and those that wait for the socket, are the connection's.
        if let connection = stream.parent, !stream.isActive || !connection.isWritable {
            connection.close(promise: nil)
        } else {
            stream.close(promise: nil)
        }
    }

    private func schedule(in seconds: Double, _ action: @escaping (StreamMeter) -> Void) {
        timer?.cancel()
        timer = stream.eventLoop.assumeIsolated().scheduleTask(
            in: TimeAmount(Duration.seconds(seconds))
        ) { action(self) }
    }

    /// Ends the stream, with a status unless the answer already has one.
    ///
    /// - Source: gRPC over HTTP/2, "Responses".
    private func refuse(_ error: ServeError, _ context: ChannelHandlerContext) {
        isRefused = true
        guard answer != .all else { return giveUp() }
        // An answer of trailers only also has the fields that start an answer.
        let start =
            answer == .nothing ? [(":status", "200"), ("content-type", "application/grpc")] : []
        let status = error.streamStatus
        let trailers = HPACKHeaders(
            start + [("grpc-status", String(status)), ("grpc-message", error.message)])
        let payload = HTTP2Frame.FramePayload.headers(.init(headers: trailers, endStream: true))
        answer = .all
        isEndWaiting = true
        schedule(in: Self.reserve) { $0.giveUp() }
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in
            self.end()
            self.stopRequest(context)
        }
        context.writeAndFlush(wrapOutboundOut(payload), promise: sent)
    }

    /// Tells the client of an answered stream to send no more of its request.
    ///
    /// With another code than `NO_ERROR`, clients report the code instead of the answer's status.
    ///
    /// - Source: RFC 9113, 8.1.
    private func stopRequest(_ context: ChannelHandlerContext) {
        guard !isComplete, stream.isActive else { return }
        context.writeAndFlush(wrapOutboundOut(.rstStream(.noError)), promise: nil)
    }
}

extension ServeError {
    /// The status of a stream that is refused before the service has its request:
    /// `DEADLINE_EXCEEDED`, `RESOURCE_EXHAUSTED` or `INVALID_ARGUMENT`.
    fileprivate var streamStatus: Int {
        switch kind {
        case .deadline: 4
        case .overloaded, .tooLarge: 8
        default: 3
        }
    }
}
