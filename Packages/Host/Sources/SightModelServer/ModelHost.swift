import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle
import SightServerSupport

/// The host as a service: it serves until SIGTERM or SIGINT, then finishes the requests under way.
package struct ModelHost: Sendable {
    /// The services that all requests share.
    package let core: HostCore
    private let logger: Logger

    /// A connection without data, between requests or inside one, is closed after these seconds.
    private static let idleSeconds: Int64 = 60

    /// The metrics of the process; swift-metrics accepts one registry, once.
    private static let metrics: PrometheusRegistry = {
        let registry = PrometheusRegistry()
        registry.bootstrap()
        return registry
    }()

    /// Opens a data folder.
    package init(_ settings: HostSettings, logger: Logger) async throws {
        core = try await HostCore(settings, metrics: Self.metrics, logger: logger)
        self.logger = logger
    }

    /// Serves until the process is told to end.
    ///
    /// - Parameter onStart: receives the port as soon as the host listens; the host accepts
    ///   connections afterwards.
    /// - Throws: the error that makes the port or the certificates unusable.
    package func run(onStart: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        let settings = core.settings
        let isListening = NIOLockedValueBox(false)
        let router = Router(context: HostContext.self, options: .autoGenerateHeadEndpoints)
        router.add(
            middleware: GuardMiddleware(
                limiter: RateLimiter(
                    rate: settings.requestsPerSecond, burst: settings.requestsPerSecond * 10),
                trustsProxy: settings.trustsProxy))
        ClientRoutes(host: core).add(to: router)
        BlobRoutes(host: core).add(to: router)
        AdminRoutes(host: core).add(to: router)
        ConsoleRoutes(host: core).add(to: router)
        let app = Application(
            router: router, server: try Self.server(settings),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.address, port: settings.port),
                serverName: "sight-host"),
            onServerRunning: { channel in
                isListening.withLockedValue { $0 = true }
                await onStart(channel.localAddress?.port ?? 0)
            },
            logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [
                core.ledger, InstallationExpiry(database: core.database, logger: logger), app,
            ], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(settings.grace)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // Connections that had to be cut off are no failure of the host.
        } catch  where !isListening.withLockedValue({ $0 }) {
            throw Self.refusal(settings, error)
        }
        await core.ledger.flush()
    }

    /// The error of a host that cannot listen.
    private static func refusal(_ settings: HostSettings, _ error: any Error) -> HostError {
        let reason =
            switch error {
            case let error as IOError: String(cString: strerror(error.errnoCode))
            case let error as SocketAddressError.UnknownHost: error.errorDescription
            default: "\(error)"
            }
        return HostError(
            .serviceUnavailable,
            "cannot listen on \(settings.authority(port: settings.port)): \(reason)")
    }

    private static func server(_ settings: HostSettings) throws -> HTTPServerBuilder {
        let channel = HTTP1Channel.Configuration(idleTimeout: .seconds(idleSeconds))
        // All clients behind a trusted proxy come from one peer.
        let limit = ConnectionLimit(
            total: settings.maximumConnections,
            perPeer: settings.trustsProxy
                ? settings.maximumConnections : max(1, settings.maximumConnections / 8))
        let plain = HTTPServerBuilder { responder in
            LimitedChannel(
                base: HTTP1Channel(responder: responder, configuration: channel), limit: limit,
                stallSeconds: settings.stallSeconds)
        }
        let files = TLSFiles(certificate: settings.certificate, key: settings.privateKey)
        guard let files else { return plain }
        return try .tls(plain, tlsConfiguration: try files.configuration())
    }
}
