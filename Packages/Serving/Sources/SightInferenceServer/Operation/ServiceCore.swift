import HTTPTypes
import Hummingbird
import Logging
import OpenInference
import SightServerSupport

/// The shared parts of the service: models, image service, sessions, metrics, limits.
package final class ServiceCore: Sendable {
    /// The metadata of the service.
    package static let metadata = ServerMetadata(
        name: InferenceServer.name, version: InferenceServer.version,
        extensions: ["binary_tensor_data", "model_repository"])

    /// The settings of the service.
    package let settings: ServeSettings
    /// The models of the repository.
    package let repository: ModelRepository
    /// The engine that runs the models of the repository.
    package let engine: InferenceEngine
    /// The readiness of the service.
    package let state: ServiceState
    let images: ImageService
    /// The threads that read and write long JSON.
    let longWork: LongWork
    let sessions: TrackSessions
    let metrics: PrometheusRegistry
    let budget: ByteBudget
    /// The limit of connections over HTTP.
    let connections: ConnectionLimit
    /// The limit of connections over gRPC, which leave those over HTTP alone.
    let rpcConnections: ConnectionLimit
    let hosts: HostNames
    let watch = ClientWatch()

    /// Makes the parts of the service; the models of the repository are loaded later.
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
        longWork = LongWork(settings)
        sessions = TrackSessions(settings, images: images)
        // The largest body fits together with a step of its decompression.
        let least = settings.maximumBody + ContentCoding.step
        budget = ByteBudget(
            limit: max(least, settings.maximumHeld),
            peerLimit: max(least, settings.maximumHeld / 2))
        (connections, rpcConnections) = (settings.connectionLimit, settings.connectionLimit)
        hosts = HostNames(settings)
    }

    /// Reads and answers a request, within the deadline and while its client is connected.
    ///
    /// `limit` is the largest body in bytes, decompressed; `nil` uses that of the settings.
    func answering(
        _ request: Request, _ context: ServiceContext, limit: Int? = nil,
        _ answer: @escaping @Sendable (HeldBody) async throws -> Response
    ) async throws -> Response {
        let held = HeldBytes(budget, PeerAddress(context.channel.remoteAddress))
        let settings = settings
        return try await Deadline.within(
            settings.deadline, whileThere: watch.client(of: context.channel)
        ) {
            let body = try await HeldBody.read(
                request, on: context.channel, limit: limit ?? settings.maximumBody, held: held)
            return try await answer(body).holding(body.held)
        }
    }
}
