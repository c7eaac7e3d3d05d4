import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Logging
import NIOCore
import NIOHTTP2
import ServiceLifecycle

/// The gRPC server; it runs until the service ends, and then finishes the requests that it has.
struct RPCListener: Service {
    let core: ServiceCore
    let port: Int
    let logger: Logger
    /// Receives the port as soon as the server accepts connections.
    let onStart: @Sendable (Int) -> Void

    func run() async throws {
        let shares = StreamShares()
        let methods = RPCMethods(core: core, shares: shares, logger: logger)
        // The library takes no host name.
        let address = try NIOCore.SocketAddress.makeAddressResolvingHost(
            core.settings.address, port: port)
        let host = address.ipAddress ?? core.settings.address
        let server = GRPCServer(
            transport: HTTP2ServerTransport.Posix(
                address: address.protocol == .inet6
                    ? .ipv6(host: host, port: port) : .ipv4(host: host, port: port),
                transportSecurity: security(core.settings),
                config: .defaults { configure(&$0, shares) }),
            services: [InferenceRPCService(methods: methods), HealthRPCService(methods: methods)])
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask {
                try await withGracefulShutdownHandler {
                    try await server.serve()
                } onGracefulShutdown: {
                    server.beginGracefulShutdown()
                }
            }
            // Without an address, `serve` has failed and throws the reason.
            if let address = try? await server.listeningAddress {
                onStart(address.ipv4?.port ?? address.ipv6?.port ?? port)
            }
        }
    }

    private func configure(
        _ config: inout HTTP2ServerTransport.Posix.Config, _ shares: StreamShares
    ) {
        let settings = core.settings
        config.rpc.maxRequestPayloadSize = settings.maximumBody
        // The library compresses answers; `StreamMeter` decompresses requests.
        config.compression.enabledAlgorithms = [.gzip, .deflate]
        // A connection has at most this many requests at a time. `StreamMeter` counts their bytes
        // against the memory budget.
        config.http2.maxConcurrentStreams = 128
        // Large frames and windows let a tensor arrive in few pieces and without waiting.
        config.http2.maxFrameSize = 1 << 18
        config.http2.targetWindowSize = 1 << 22
        config.channelDebuggingCallbacks.onAcceptTCPConnection = { [core] channel in
            core.rpcConnections.admit(channel)
            return channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(
                    CallWatch(end: TimeAmount(settings.endTime)), position: .first)
                let http2 = try pipeline.handler(type: NIOHTTP2Handler.self)
                try pipeline.addHandler(HeaderListLimit(), position: .after(http2))
            }
        }
        config.channelDebuggingCallbacks.onAcceptHTTP2Stream = { [core] channel in
            channel.eventLoop.makeCompletedFuture {
                let connection = channel.parent?.pipeline.syncOperations
                try connection?.handler(type: CallWatch.self).note(channel)
                try channel.pipeline.syncOperations.addHandler(
                    StreamMeter(
                        core.budget, channel, seconds: settings.deadline,
                        maximumBody: settings.maximumBody, shares: shares),
                    position: .first)
            }
        }
    }

    private func security(_ settings: ServeSettings) -> HTTP2ServerTransport.Posix.TransportSecurity
    {
        guard let certificate = settings.certificate, let key = settings.privateKey else {
            return .plaintext
        }
        return .tls(
            certificateChain: [.file(path: certificate, format: .pem)],
            privateKey: .file(path: key, format: .pem))
    }
}
