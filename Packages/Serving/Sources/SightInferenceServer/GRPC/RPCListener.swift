import GRPCCore
import GRPCNIOTransportHTTP2Posix
import ServiceLifecycle

/// The gRPC server; it runs until the service ends, and then finishes the requests that it has.
struct RPCListener: Service {
    let core: ServiceCore
    let port: Int
    /// Receives the port as soon as the server accepts connections.
    let onStart: @Sendable (Int) -> Void

    func run() async throws {
        let settings = core.settings
        let transport = HTTP2ServerTransport.Posix(
            address: settings.address.contains(":")
                ? .ipv6(host: settings.address, port: port)
                : .ipv4(host: settings.address, port: port),
            transportSecurity: security(settings),
            config: .defaults { config in
                config.rpc.maxRequestPayloadSize = settings.maximumBody
                config.compression.enabledAlgorithms = [.gzip, .deflate]
                // A connection has at most this many requests at a time. `StreamMeter` counts
                // their bytes against the memory budget.
                config.http2.maxConcurrentStreams = 128
                // Large frames and windows let a tensor arrive in few pieces and without waiting.
                config.http2.maxFrameSize = 1 << 18
                config.http2.targetWindowSize = 1 << 22
                config.connection.maxIdleTime = .seconds(600)
                config.channelDebuggingCallbacks.onAcceptTCPConnection = { channel in
                    core.connections.admit(channel)
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                config.channelDebuggingCallbacks.onAcceptHTTP2Stream = { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            StreamMeter(
                                core.budget, channel, seconds: settings.deadline,
                                maximumBody: settings.maximumBody),
                            position: .first)
                    }
                }
            })
        let server = GRPCServer(transport: transport, services: [InferenceRPCService(core: core)])
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
