import Metrics
import OpenInference
import SightServing
import SightTensor

/// Answers the protocol's inference requests, whatever they came by.
package struct InferenceEngine: Sendable {
    let repository: ModelRepository

    /// Runs a model, for no longer than the request itself says.
    ///
    /// - Returns: the outputs that the request asks for, in its order.
    /// - Throws: ``ServeError``.
    func infer(_ request: InferRequest) async throws -> InferResponse {
        let values = try request.inputs.map { try value($0) }
        guard let timeout = request.timeout, timeout > 0 else {
            return try await response(request, values)
        }
        return try await Deadline.within(Double(timeout) / 1e6) {
            try await response(request, values)
        }
    }

    private func response(_ request: InferRequest, _ values: [TensorValue]) async throws
        -> InferResponse
    {
        let (served, outputs) = try await run(request, values)
        return InferResponse(
            model: request.model, version: String(served.key.version), id: request.id,
            outputs: try selected(request.outputs, outputs))
    }

    private func run(_ request: InferRequest, _ values: [TensorValue]) async throws -> (
        ServedModel, [TensorValue]
    ) {
        // A reload may close the queue between finding and entering it: then there is a newer one.
        var attempts = 3
        while true {
            let served = try repository.find(request.model, version: request.version)
            try check(request.outputs, served)
            do {
                let outcome = try await served.queue.run {
                    runner, isCancelled -> [TensorValue] in
                    do throws(ServingError) {
                        return try runner.run(values, isCancelled: isCancelled)
                    } catch {
                        throw ServeError(error)
                    }
                }
                Stage.record(.queue, outcome.waited, model: request.model)
                Stage.record(.compute, outcome.worked, model: request.model)
                return (served, outcome.value)
            } catch let error as ServeError where error.kind == .unavailable && attempts > 1 {
                attempts -= 1
            }
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

    private func check(_ wanted: [InferRequest.Output], _ served: ServedModel) throws(ServeError) {
        for output in wanted where !served.outputs.contains(where: { $0.name == output.name }) {
            let names = served.outputs.map { "\"\($0.name)\"" }.joined(separator: ", ")
            throw ServeError(
                .invalid, "the model has no output \"\(output.name)\"; its outputs are \(names)")
        }
    }

    private func selected(_ wanted: [InferRequest.Output], _ values: [TensorValue])
        throws(ServeError) -> [InferTensor]
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
    /// A failure of the engine.
    init(_ error: ServingError) {
        switch error.code {
        case .invalidInput, .failed: self.init(.invalid, error.message)
        case .cancelled: self.init(.cancelled, error.message)
        default: self.init(.failed, error.message)
        }
    }
}
