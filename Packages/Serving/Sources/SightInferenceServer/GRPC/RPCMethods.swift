import GRPCCore
import Logging
import NIOCore
import NIOHTTP2
import OpenInference

/// Adds the methods of gRPC services to a router, with the token, errors, metrics and log lines
/// that all methods have in common.
struct RPCMethods: Sendable {
    let core: ServiceCore
    /// The bytes that the streams hold.
    let shares: StreamShares
    let logger: Logger

    /// Adds a method with one message in each direction.
    ///
    /// - Parameters:
    ///   - method: the name of the method.
    ///   - service: the name of the service.
    ///   - isOpen: whether the method needs no token, because probes have none.
    ///   - router: the router.
    ///   - answer: answers a message, whose bytes are held.
    func add<Input: WireMessage, Output: WireMessage, Transport: ServerTransport>(
        _ method: String, of service: String, isOpen: Bool = false,
        to router: inout RPCRouter<Transport>,
        _ answer: @escaping @Sendable (Input, HeldBytes) async throws -> Output
    ) {
        addStreaming(method, of: service, isOpen: isOpen, to: &router) {
            (request: HeldMessage<Input>, _) in
            let output = try await answer(request.message, request.bytes)
            // The answer counts instead of the request until the client has taken it.
            try request.bytes.replace(with: output.elementByteCount)
            return StreamingServerResponse(single: ServerResponse(message: output))
        }
    }

    /// Adds a method with one message from the client.
    func addStreaming<Input: WireMessage, Output: WireMessage, Transport: ServerTransport>(
        _ method: String, of service: String, isOpen: Bool = false,
        to router: inout RPCRouter<Transport>,
        _ answer:
            @escaping @Sendable (HeldMessage<Input>, ServerContext) async throws ->
            StreamingServerResponse<Output>
    ) {
        let numbers = RouteNumbers(method)
        let successes = numbers.count("ok")
        router.registerHandler(
            forMethod: MethodDescriptor(fullyQualifiedService: service, method: method),
            deserializer: WireDeserializer(),
            serializer: WireSerializer<Output>()
        ) { request, context in
            let start = ContinuousClock.now
            let id = RequestID.of(request.metadata.text("x-request-id"))
            func log(_ status: String) {
                numbers.log(
                    logger, id: id, method: "gRPC", status: status,
                    took: ContinuousClock.now - start)
            }
            do {
                if !isOpen { try check(request.metadata) }
                let held = try shares.share(request.metadata)
                let response = try await answer(try await request.single(holding: held), context)
                numbers.note(successes, took: ContinuousClock.now - start)
                log("ok")
                return response
            } catch {
                let failure = shown(error)
                numbers.note(numbers.count("\(failure.code)"), took: ContinuousClock.now - start)
                log("\(failure.code)")
                throw failure
            }
        }
    }

    /// Converts an error to one that the client may see, and logs an unexpected error.
    private func shown(_ error: any Error) -> RPCError {
        switch error {
        case let error as RPCError: error
        // The client has ended the stream or the connection.
        case is NIOHTTP2Errors.StreamClosed, is ChannelError:
            RPCError(ServeError(.cancelled, "nobody waits any more"))
        default: RPCError(ServeError.known(error, logger))
        }
    }

    private func check(_ metadata: Metadata) throws(ServeError) {
        guard let token = core.settings.token else { return }
        guard Token.matches(metadata.text("authorization"), token) else {
            throw ServeError(.unauthorized, "a token is needed: authorization: Bearer …")
        }
    }
}

extension Metadata {
    /// Returns the first value of a header field.
    func text(_ name: String) -> String? { self[stringValues: name].first { _ in true } }
}
