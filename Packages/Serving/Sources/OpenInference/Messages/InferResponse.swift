/// What a model made of a request.
package struct InferResponse: Equatable, Sendable {
    /// The model's name.
    package var model: String
    /// The version that ran.
    package var version: String
    /// What the client called the request.
    package var id: String
    /// The outputs that were asked for.
    package var outputs: [InferTensor]

    /// Makes a response.
    package init(model: String, version: String, id: String, outputs: [InferTensor]) {
        self.model = model
        self.version = version
        self.id = id
        self.outputs = outputs
    }
}
