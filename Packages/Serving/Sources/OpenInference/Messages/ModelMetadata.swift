/// What a server says about a model.
package struct ModelMetadata: Codable, Equatable, Sendable {
    /// An input or output.
    package struct Tensor: Codable, Equatable, Sendable {
        /// Its name.
        package var name: String
        /// The type of its elements.
        package var datatype: String
        /// Its extents; −1 where any is taken.
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
    /// Its versions, oldest first.
    package var versions: [String]
    /// What kind of model it is.
    package var platform: String
    /// What it takes.
    package var inputs: [Tensor]
    /// What it gives.
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
