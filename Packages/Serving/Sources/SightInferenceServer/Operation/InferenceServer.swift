import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle
import SightServerSupport

/// The service: it answers until SIGTERM or SIGINT, then finishes the requests under way.
package struct InferenceServer: Sendable {
    /// The services that all requests share.
    package let core: ServiceCore
    private let logger: Logger

    /// The name of the service in its answers.
    static let name = "sight-serve"

    /// The events of a starting service.
    package enum Event: Sendable {
        /// The service accepts HTTP connections.
        case http(port: Int)
        /// The service accepts gRPC connections.
        case grpc(port: Int)
    }

    /// The metrics of the process; swift-metrics accepts one registry, once.
    private static let metrics: PrometheusRegistry = {
        let registry = PrometheusRegistry()
        registry.bootstrap()
        return registry
    }()

    /// Makes a service.
    ///
    /// - Throws: ``ServeError`` for models of `/v1` that cannot be used.
    package init(_ settings: ServeSettings, logger: Logger) throws(ServeError) {
        MemoryKeeper.limitArenas()
        EventLoops.limit()
        var settings = settings
        let (files, wanted) = (OpenFiles.limit, settings.maximumConnections)
        settings.maximumConnections = settings.connections(fitting: files)
        if settings.maximumConnections < wanted {
            logger.warning(
                """
                --maximum-connections \(wanted) is lowered to \(settings.maximumConnections): the \
                limit of open files is \(files); raise it with ulimit -n
                """)
        }
        core = try ServiceCore(settings, metrics: Self.metrics, logger: logger)
        self.logger = logger
    }

    /// Serves until the process is told to end.
    ///
    /// - Throws: the error that makes a port or the certificates unusable.
    package func run(onEvent: @escaping @Sendable (Event) -> Void = { _ in }) async throws {
        // The threads of the queues end in any case, also if a port is in use.
        defer {
            core.repository.close()
            core.images.close()
            core.longWork.close()
        }
        let settings = core.settings
        var services: [any Service] = [
            RepositoryWatch(repository: core.repository, interval: settings.reloadInterval),
            core.sessions, MemoryKeeper(),
        ]
        services.append(try listeners(onEvent))
        // Services end in reverse order, so the readiness ends before the connections.
        services.append(Drain(state: core.state, delay: settings.drainDelay, logger: logger))
        var configuration = ServiceGroupConfiguration(
            services: services.map { service in
                .init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        if !EarlySignal.isHangUpIgnored { configuration.gracefulShutdownSignals.append(.sighup) }
        configuration.maximumGracefulShutdownDuration = settings.shutdownTime
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // Connections that had to be cut off are no failure of the service.
        }
    }

    private func listeners(_ onEvent: @escaping @Sendable (Event) -> Void) throws -> Listeners {
        let settings = core.settings
        var all = [
            Listeners.Listener(
                server: try application(onEvent), place: settings.place(settings.port))
        ]
        if let port = settings.grpcPort {
            all.append(
                Listeners.Listener(
                    server: RPCListener(core: core, port: port, logger: logger) {
                        onEvent(.grpc(port: $0))
                    }, place: settings.place(port)))
        }
        return Listeners(all: all)
    }

    private func application(_ onEvent: @escaping @Sendable (Event) -> Void) throws
        -> some ApplicationProtocol
    {
        let settings = core.settings
        let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
        router.add(
            middleware: GuardMiddleware(
                token: settings.token, hosts: core.hosts, state: core.state))
        ProtocolRoutes(core: core).add(to: router)
        ImageRoutes(core: core).add(to: router)
        PageRoutes(core: core).add(to: router)
        return Application(
            router: router, server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.address, port: settings.port),
                serverName: Self.name,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    settings.maximumConnections)),
            onServerRunning: { channel in
                onEvent(.http(port: channel.localAddress?.port ?? 0))
            },
            logger: logger)
    }

    private func server() throws -> HTTPServerBuilder {
        // The timeout for idle connections, and for clients that take nothing of an answer, exceeds
        // the usual 60 s of load balancers, so that they close first: a request that arrives while
        // the service closes its connection is lost.
        let idle = TimeAmount.nanoseconds(Int64(max(75, core.settings.deadline) * 1e9))
        let endpoint = TensorEndpoint(core, logger)
        let plain = HTTPServerBuilder { [core] responder in
            LoopChannel(
                base: HTTP1Channel(
                    responder: responder,
                    configuration: .init(
                        additionalChannelHandlers: [core.watch.makeHandler()], idleTimeout: idle)),
                endpoint: endpoint, patience: idle)
        }
        let files = TLSFiles(
            certificate: core.settings.certificate, key: core.settings.privateKey)
        guard let files else { return plain }
        var configuration = try files.configuration { logger.warning("\($0)") }
        // A client that does not confirm the end must not outlast the shutdown.
        configuration.shutdownTimeout = .seconds(1)
        return try .tls(plain, tlsConfiguration: configuration)
    }
}
