import GRPCCore
import OpenInference
import SightServerSupport

/// The health of the service over gRPC, for probes: `grpc.health.v1.Health`.
///
/// - Source: gRPC, "GRPC Health Checking Protocol".
struct HealthRPCService: RegistrableRPCService {
    /// The path of the method whose answer ends with the service.
    static let watchPath = "/\(name)/Watch"

    private static let name = "grpc.health.v1.Health"
    /// The services whose health is known; the empty name is the whole server.
    private static let known = ["", name, "inference.GRPCInferenceService"]
    /// The time between two looks at the state.
    private static let interval = Duration.seconds(1)
    /// The largest number of watches, which need no token and stay open.
    private static let mostWatches = 256

    let methods: RPCMethods
    /// The open watches, of which one peer has a quarter, as of the connections.
    private let watches: ConnectionLimit

    init(methods: RPCMethods) {
        self.methods = methods
        let share = methods.core.settings.maximumPeerConnections ?? Self.mostWatches / 4
        watches = ConnectionLimit(total: Self.mostWatches, perPeer: share)
    }

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        let (state, watches) = (methods.core.state, watches)
        methods.add("Check", of: Self.name, isOpen: true, to: &router) {
            (request: HealthRequest, _) in
            let health = Self.health(of: request.service, state)
            guard health != .serviceUnknown else {
                throw ServeError(.notFound, "there is no service \"\(request.service)\"")
            }
            return HealthResponse(health)
        }
        methods.addStreaming("Watch", of: Self.name, isOpen: true, to: &router) {
            (request: HeldMessage<HealthRequest>, context) in
            let (service, peer) = (request.message.service, request.bytes.peer)
            return StreamingServerResponse(of: HealthResponse.self) { writer in
                guard watches.enter(peer) else {
                    throw RPCError(
                        code: .resourceExhausted,
                        message: "too many watches are open already, of this client or in all")
                }
                defer { watches.leave(peer) }
                var last: HealthResponse.Health?
                // The library cancels the call when the service ends. A watch that ended with the
                // beginning of the drain would be called again at once.
                while true {
                    let isOver = context.cancellation.isCancelled
                    let health = Self.health(of: service, state)
                    if health != last { try await writer.write(HealthResponse(health)) }
                    if isOver { return [:] }
                    last = health
                    try await Task.sleep(for: Self.interval)
                }
            }
        }
    }

    private static func health(of service: String, _ state: ServiceState) -> HealthResponse.Health {
        guard known.contains(service) else { return .serviceUnknown }
        return state.isReady ? .serving : .notServing
    }
}
