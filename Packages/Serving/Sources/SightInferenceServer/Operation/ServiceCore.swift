import HTTPTypes
import Hummingbird
import Logging
import OpenInference
import SightServerSupport

/// What all requests of the service share.
package final class ServiceCore: Sendable {
    /// What the service says about itself.
    package static let metadata = ServerMetadata(
        name: InferenceServer.name, version: "0.1.0",
        extensions: ["binary_tensor_data", "model_repository"])

    /// How the service is run.
    package let settings: ServeSettings
    /// The models.
    package let repository: ModelRepository
    /// Runs them.
    package let engine: InferenceEngine
    /// Whether requests are taken.
    package let state: ServiceState
    let images: ImageService
    let sessions: TrackSessions
    let metrics: PrometheusRegistry
    let budget: ByteBudget
    let connections: ConnectionLimit
    let hosts: HostNames
    let watch = ClientWatch()

    /// Makes the parts; the models of the repository are loaded later.
    ///
    /// - Throws: ``ServeError`` for models of `/v1` that cannot be used.
    package init(_ settings: ServeSettings, metrics: PrometheusRegistry, logger: Logger)
        throws(ServeError)
    {
        self.settings = settings
        self.metrics = metrics
        repository = ModelRepository(settings, logger: logger)
        engine = InferenceEngine(repository: repository)
        state = ServiceState(repository)
        images = try ImageService(settings)
        sessions = TrackSessions(settings, images: images)
        budget = ByteBudget(
            limit: settings.maximumHeld,
            peerLimit: max(settings.maximumBody, settings.maximumHeld / 2))
        connections = ConnectionLimit(
            total: settings.maximumConnections,
            perPeer: settings.maximumPeerConnections ?? settings.maximumConnections / 2)
        hosts = HostNames(settings)
    }

    /// Reads a request's body and answers it, within the deadline and while the client is there.
    func answering(
        _ request: Request, _ context: ServiceContext,
        _ answer: @escaping @Sendable (HeldBody) async throws -> Response
    ) async throws -> Response {
        let held = HeldBytes(budget, PeerAddress(context.channel.remoteAddress))
        let settings = settings
        return try await Deadline.within(
            settings.deadline, whileThere: watch.client(of: context.channel)
        ) {
            let body = try await HeldBody.read(request, limit: settings.maximumBody, held: held)
            defer { withExtendedLifetime(body) {} }
            return try await answer(body)
        }
    }
}
