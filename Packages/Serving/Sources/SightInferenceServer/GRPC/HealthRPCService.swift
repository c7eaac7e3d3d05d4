import GRPCCore
import NIOConcurrencyHelpers
import OpenInference

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
    private static let watches = NIOLockedValueBox(0)

    let methods: RPCMethods

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        let state = methods.core.state
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
            let service = request.message.service
            return StreamingServerResponse(of: HealthResponse.self) { writer in
                let others = Self.watches.withLockedValue { count in
                    defer { count += 1 }
                    return count
                }
                defer { Self.watches.withLockedValue { $0 -= 1 } }
                guard others < Self.mostWatches else {
                    throw RPCError(
                        code: .resourceExhausted,
                        message: "\(others) clients watch the health already")
                }
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
