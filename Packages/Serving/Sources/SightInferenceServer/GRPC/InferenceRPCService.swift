import GRPCCore
import OpenInference
import SightServerSupport

/// The Open Inference Protocol over gRPC: `inference.GRPCInferenceService`.
struct InferenceRPCService: RegistrableRPCService {
    let core: ServiceCore

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        add("ServerLive", to: &router) { (_: EmptyMessage, _) in FlagMessage(true) }
        add("ServerReady", to: &router) { [core] (_: EmptyMessage, _) in
            FlagMessage(core.state.isReady)
        }
        add("ModelReady", to: &router) { [core] (request: ModelMessage, _) in
            let found = try? core.repository.find(request.name, version: request.version)
            return FlagMessage(core.state.isReady && found != nil)
        }
        add("ServerMetadata", to: &router) { (_: EmptyMessage, _) in ServiceCore.metadata }
        add("ModelMetadata", to: &router) { [core] (request: ModelMessage, _) in
            try core.repository.metadata(request.name, version: request.version)
        }
        add("ModelInfer", to: &router) { [core] (request: InferRequest, held) in
            try await Deadline.within(core.settings.deadline) {
                try await core.engine.infer(request, holding: held)
            }
        }
    }

    private func add<Input: WireMessage, Output: WireMessage, Transport: ServerTransport>(
        _ method: String, to router: inout RPCRouter<Transport>,
        _ answer: @escaping @Sendable (Input, HeldBytes) async throws -> Output
    ) {
        let numbers = RouteNumbers(method)
        let successes = numbers.count("ok")
        let isOpen = method == "ServerLive" || method == "ServerReady"
        router.registerHandler(
            forMethod: MethodDescriptor(
                fullyQualifiedService: "inference.GRPCInferenceService", method: method),
            deserializer: WireDeserializer(),
            serializer: WireSerializer<Output>()
        ) { request, context in
            let start = ContinuousClock.now
            let peer = PeerAddress(remotePeer: context.remotePeer)
            do {
                if !isOpen { try check(request.metadata) }
                let held: HeldMessage<Input> = try await request.single(core.budget, for: peer)
                defer { withExtendedLifetime(held) {} }
                let output = try await answer(held.message, held.bytes)
                numbers.note(successes, took: ContinuousClock.now - start)
                return StreamingServerResponse(single: ServerResponse(message: output))
            } catch {
                let failure = (error as? RPCError) ?? ServeError(error).map { RPCError($0) }
                let shown = failure ?? RPCError(code: .internalError, message: "the service failed")
                numbers.note(numbers.count("\(shown.code)"), took: ContinuousClock.now - start)
                throw shown
            }
        }
    }

    private func check(_ metadata: Metadata) throws(ServeError) {
        guard let token = core.settings.token else { return }
        let shown = metadata[stringValues: "authorization"].first { _ in true }
        guard Token.matches(shown, token) else {
            throw ServeError(.unauthorized, "a token is needed: authorization: Bearer …")
        }
    }
}

extension RPCError {
    /// Converts an error to gRPC's status codes.
    init(_ error: ServeError) {
        let code: RPCError.Code =
            switch error.kind {
            case .invalid, .tooLarge, .unsupported: .invalidArgument
            case .unauthorized: .unauthenticated
            case .notFound: .notFound
            case .conflict: .aborted
            case .overloaded: .resourceExhausted
            case .deadline: .deadlineExceeded
            case .unavailable: .unavailable
            case .cancelled: .cancelled
            case .failed: .internalError
            }
        self.init(
            code: code, message: error.message,
            metadata: error.retryAfter.map { ["retry-after": "\($0)"] } ?? [:])
    }
}
