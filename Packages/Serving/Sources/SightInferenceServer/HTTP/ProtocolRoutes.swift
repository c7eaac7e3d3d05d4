import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenInference

/// The routes of the Open Inference Protocol over REST.
///
/// - Source: KServe, "Open Inference Protocol", version 2; Triton, "Binary Tensor Data" and "Model
///   Repository" extensions.
struct ProtocolRoutes: Sendable {
    let core: ServiceCore

    /// The paths of a model, whose newest version answers where the path names none.
    private static let models = ["v2/models/:name", "v2/models/:name/versions/:version"]

    /// Adds the routes to a router.
    func add(to router: Router<ServiceContext>) {
        router.get("v2") { _, _ in JSONReply.make(ServiceCore.metadata) }
        router.get("v2/health/live") { _, _ in JSONReply.make(["live": true]) }
        router.get("v2/health/ready") { [core] _, _ in
            JSONReply.make(
                ["ready": core.state.isReady],
                status: core.state.isReady ? .ok : .serviceUnavailable)
        }
        for model in Self.models {
            router.get(RouterPath(model), use: metadata)
            router.get(RouterPath(model + "/ready"), use: ready)
            router.post(RouterPath(model + "/infer"), use: infer)
        }
        router.post("v2/repository/index", use: index)
        let others = OtherMethods(router: router)
        for path in ["v2", "v2/health/live", "v2/health/ready"] {
            others.refuse(RouterPath(path), except: [.get])
        }
        for model in Self.models {
            others.refuse(RouterPath(model), except: [.get])
            others.refuse(RouterPath(model + "/ready"), except: [.get])
            others.refuse(RouterPath(model + "/infer"), except: [.post])
        }
        others.refuse("v2/repository/index", except: [.post])
    }

    private struct Readiness: Encodable {
        let name: String
        let ready: Bool
    }

    private struct IndexRequest: Decodable {
        /// Whether only versions that are served are listed.
        let ready: Bool?
    }

    private func index(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // Foundation's decoder builds a tree, which takes far more memory than its text.
        try await core.answering(request, context, limit: TensorEndpoint.longestHeader) {
            [core] body in
            var wish = IndexRequest(ready: nil)
            if !body.bytes.isEmpty {
                do {
                    wish = try JSONDecoder().decode(IndexRequest.self, from: Data(body.bytes))
                } catch {
                    throw ServeError(
                        .invalid, "the body of an index request is {} or {\"ready\": true}")
                }
            }
            let statuses = core.repository.statuses
            return JSONReply.make(
                wish.ready == true ? statuses.filter { $0.state == "READY" } : statuses)
        }
    }

    private func metadata(_ request: Request, _ context: ServiceContext) throws -> Response {
        let (name, version) = try model(context)
        return JSONReply.make(try core.repository.metadata(name, version: version))
    }

    private func ready(_ request: Request, _ context: ServiceContext) throws -> Response {
        let (name, version) = try model(context)
        _ = try core.repository.find(name, version: version)
        // A model that is served is ready, although another one may not be.
        let isReady = !core.state.isDraining
        return JSONReply.make(
            Readiness(name: name, ready: isReady), status: isReady ? .ok : .serviceUnavailable)
    }

    private func infer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let (name, version) = try model(context)
        // A request for a missing model is refused before its body is read.
        _ = try core.repository.find(name, version: version)
        let length = try headerLength(request)
        let coding = ContentCoding(acceptedIn: request.headers[.acceptEncoding])
        return try await core.answering(request, context) { body in
            // Reading and writing JSON takes too long for the thread of a connection, and long JSON
            // for the threads of all tasks.
            try await withTaskExecutorPreference(globalConcurrentExecutor) {
                let work = core.longWork
                var message = try await work.run(length ?? body.bytes.count, holding: body.held) {
                    try InferRequest(body: body.bytes, headerLength: length)
                }
                try body.held.hold(message.decodedByteCount)
                message.model = name
                message.version = version
                let response = try await core.engine.infer(message, holding: body.held)
                message.inputs = []
                return try await work.run(response.elementByteCount, holding: body.held) {
                    [message] in
                    try InferAnswer.make(response, to: message, coding, holding: body.held)
                }.response
            }
        }
    }

    /// Returns the size of the JSON in front of binary tensors, in bytes; `nil` if all is JSON.
    private func headerLength(_ request: Request) throws(ServeError) -> Int? {
        guard let text = request.headers[.headerLength] else { return nil }
        guard let length = Int(text), length >= 0 else {
            throw ServeError(
                .invalid,
                "Inference-Header-Content-Length is \"\(text.prefix(20))\", not a number of bytes")
        }
        return length
    }

    /// Returns the model's name and version in the path; an empty version means the newest.
    private func model(_ context: ServiceContext) throws -> (name: String, version: String) {
        let name = try context.parameters.require("name")
        return (
            name.removingPercentEncoding ?? name, context.parameters.get("version") ?? ""
        )
    }
}
