import GRPCCore
import OpenInference

/// The Open Inference Protocol over gRPC: `inference.GRPCInferenceService`.
struct InferenceRPCService: RegistrableRPCService {
    private static let name = "inference.GRPCInferenceService"

    let methods: RPCMethods

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        let core = methods.core
        methods.add("ServerLive", of: Self.name, isOpen: true, to: &router) {
            (_: EmptyMessage, _) in FlagMessage(true)
        }
        methods.add("ServerReady", of: Self.name, isOpen: true, to: &router) {
            (_: EmptyMessage, _) in FlagMessage(core.state.isReady)
        }
        methods.add("ModelReady", of: Self.name, to: &router) { (request: ModelMessage, _) in
            let found = try? core.repository.find(request.name, version: request.version)
            return FlagMessage(!core.state.isDraining && found != nil)
        }
        methods.add("ServerMetadata", of: Self.name, to: &router) { (_: EmptyMessage, _) in
            ServiceCore.metadata
        }
        methods.add("ModelMetadata", of: Self.name, to: &router) { (request: ModelMessage, _) in
            try core.repository.metadata(request.name, version: request.version)
        }
        methods.add("ModelInfer", of: Self.name, to: &router) { (request: InferRequest, held) in
            try await Deadline.within(core.settings.deadline) {
                try await core.engine.infer(request, holding: held)
            }
        }
        methods.add("RepositoryIndex", of: Self.name, to: &router) { (wish: IndexRequest, _) in
            IndexResponse(
                versions: core.repository.statuses
                    .filter { !wish.isReady || $0.state == "READY" }
                    .map {
                        IndexResponse.Version(
                            name: $0.name, version: $0.version, state: $0.state, reason: $0.reason)
                    })
        }
    }
}
