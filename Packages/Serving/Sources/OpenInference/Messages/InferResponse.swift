/// The response to a request: the outputs of a model.
package struct InferResponse: Equatable, Sendable {
    /// The model's name.
    package var model: String
    /// The version that ran.
    package var version: String
    /// The client's identifier of the request.
    package var id: String
    /// The requested outputs.
    package var outputs: [InferTensor]

    /// Makes a response.
    package init(model: String, version: String, id: String, outputs: [InferTensor]) {
        self.model = model
        self.version = version
        self.id = id
        self.outputs = outputs
    }
}

extension InferResponse {
    /// Bytes of the outputs' elements.
    package var elementByteCount: Int { outputs.reduce(0) { $0 + $1.bytes.count } }
}
