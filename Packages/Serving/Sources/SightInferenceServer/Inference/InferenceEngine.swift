import OpenInference
import SightServing
import SightTensor

/// Answers inference requests of the protocol, over REST and gRPC.
package struct InferenceEngine: Sendable {
    let repository: ModelRepository

    /// Runs a model within the timeout of the request.
    ///
    /// The bytes of the request count towards the memory limit until the run has ended, even if the
    /// request was answered before.
    ///
    /// - Returns: the requested outputs, in the order of the request.
    /// - Throws: ``ServeError``.
    func infer(_ request: InferRequest, holding held: HeldBytes) async throws -> InferResponse {
        guard let timeout = request.timeout, timeout > 0 else {
            return try await run(request, held)
        }
        return try await Deadline.within(Double(timeout) / 1e6) { try await run(request, held) }
    }

    private func run(_ request: InferRequest, _ held: HeldBytes) async throws -> InferResponse {
        let ticket = WorkTicket(held.peer, holding: held)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start(request, ticket) { continuation.resume(with: $0) }
            }
        } onCancel: {
            ticket.cancel()
        }
    }

    /// Queues a request for a worker, which calls `done` with the requested outputs, in the order
    /// of the request, or a ``ServeError``; a refused request calls `done` immediately.
    func start(
        _ request: InferRequest, _ ticket: WorkTicket,
        then done: @escaping @Sendable (Result<InferResponse, any Error>) -> Void
    ) {
        do throws(ServeError) {
            var values: [TensorValue] = []
            for input in request.inputs { values.append(try value(input)) }
            // A reload may close the queue in between; the next attempt then finds the new queue.
            for attempt in 1...3 {
                let served = try repository.find(request.model, version: request.version)
                try check(request, served)
                guard let refusal = submit(values, ticket, served, request, done) else { return }
                guard refusal.kind == .unavailable, attempt < 3 else { throw refusal }
            }
        } catch {
            done(.failure(error))
        }
    }

    private func submit(
        _ values: [TensorValue], _ ticket: WorkTicket, _ served: ServedModel,
        _ request: InferRequest,
        _ done: @escaping @Sendable (Result<InferResponse, any Error>) -> Void
    ) -> ServeError? {
        served.queue.submit(ticket) { runner, isCancelled -> [TensorValue] in
            do throws(ServingError) {
                return try runner.run(values, isCancelled: isCancelled)
            } catch {
                throw ServeError(error)
            }
        } then: { outcome in
            done(
                outcome.map { outcome in
                    served.stages.note(waited: outcome.waited, worked: outcome.worked)
                    return InferResponse(
                        model: request.model, version: served.version, id: request.id,
                        outputs: selected(request.outputs, outcome.value))
                })
        }
    }

    private func value(_ tensor: InferTensor) throws(ServeError) -> TensorValue {
        guard let type = tensor.datatype.elementType, let shape = Shape(tensor.shape) else {
            throw ServeError(
                .invalid,
                "input \"\(tensor.name)\": \(tensor.datatype.rawValue) \(tensor.shape) is not served"
            )
        }
        return TensorValue(
            name: tensor.name, elementType: type, shape: shape, bytes: tensor.bytes)
    }

    /// Refuses too many inputs, unknown outputs and repeated outputs, so that an answer is never
    /// larger than the outputs of the model.
    private func check(_ request: InferRequest, _ served: ServedModel) throws(ServeError) {
        guard request.inputs.count <= served.inputs.count else {
            throw ServeError(
                .invalid,
                "\(request.inputs.count) inputs for a model that has \(served.inputs.count)")
        }
        var wanted: Set<String> = []
        for output in request.outputs {
            guard served.outputs.contains(where: { $0.name == output.name }) else {
                let names = served.outputs.map { "\"\($0.name)\"" }.joined(separator: ", ")
                throw ServeError(
                    .invalid, "the model has no output \"\(output.name)\"; its outputs are \(names)"
                )
            }
            guard wanted.insert(output.name).inserted else {
                throw ServeError(.invalid, "output \"\(output.name)\" is asked for twice")
            }
        }
    }

    private func selected(_ wanted: [InferRequest.Output], _ values: [TensorValue])
        -> [InferTensor]
    {
        let chosen =
            wanted.isEmpty
            ? values : wanted.compactMap { output in values.first { $0.name == output.name } }
        return chosen.compactMap { value in
            Datatype(value.elementType).map {
                InferTensor(
                    name: value.name, datatype: $0, shape: value.shape.dimensions,
                    bytes: value.bytes)
            }
        }
    }
}

extension ServeError {
    /// Converts an error of the engine.
    init(_ error: ServingError) {
        switch error.code {
        case .invalidInput, .failed: self.init(.invalid, error.message)
        case .cancelled: self.init(.cancelled, error.message)
        default: self.init(.failed, error.message)
        }
    }
}
