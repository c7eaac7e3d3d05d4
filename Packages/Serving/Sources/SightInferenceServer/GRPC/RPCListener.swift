import GRPCCore
import GRPCNIOTransportHTTP2Posix
import ServiceLifecycle

/// Listens for gRPC until the service ends, then finishes what it has begun.
struct RPCListener: Service {
    let core: ServiceCore
    let port: Int
    /// Is told the port once connections are taken.
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
                // What one connection may have in memory: streams × the largest request.
                config.http2.maxConcurrentStreams = 128
                // A tensor comes in few pieces, and without waiting for leave to send the next ones.
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
                            StreamMeter(core.budget, channel), position: .first)
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
            // Where there is none, serving has failed and says why.
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
