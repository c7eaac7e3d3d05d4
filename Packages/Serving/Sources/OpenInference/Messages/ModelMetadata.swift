/// The metadata of a model: versions, inputs and outputs.
package struct ModelMetadata: Codable, Equatable, Sendable {
    /// The description of an input or output.
    package struct Tensor: Codable, Equatable, Sendable {
        /// The name of the input or output.
        package var name: String
        /// The type of the elements.
        package var datatype: String
        /// The extents; −1 for an extent that may have any value.
        package var shape: [Int]

        /// Makes the description of a tensor.
        package init(name: String, datatype: String, shape: [Int]) {
            self.name = name
            self.datatype = datatype
            self.shape = shape
        }
    }

    /// The model's name.
    package var name: String
    /// The versions, oldest first.
    package var versions: [String]
    /// The model's format, as the protocol names it.
    package var platform: String
    /// The inputs of the model.
    package var inputs: [Tensor]
    /// The outputs of the model.
    package var outputs: [Tensor]

    /// Makes metadata.
    package init(
        name: String, versions: [String], platform: String, inputs: [Tensor], outputs: [Tensor]
    ) {
        self.name = name
        self.versions = versions
        self.platform = platform
        self.inputs = inputs
        self.outputs = outputs
    }
}
