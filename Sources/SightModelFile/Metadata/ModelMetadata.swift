/// The TFLite Metadata of a model, and the files that are packed behind the model.
///
/// Empty strings stand for fields that the model leaves out.
///
/// - Source: TFLite Metadata schema 1.5.0, table `ModelMetadata`.
package struct ModelMetadata: Sendable {
    package let name: String
    package let description: String
    package let version: String
    package let author: String
    package let license: String
    /// The oldest metadata schema that has all fields of this metadata, such as `1.0.0`.
    package let minimumParserVersion: String
    /// The main graph's inputs in the graph's order; empty when the model describes none.
    package let inputs: [TensorMetadata]
    /// The main graph's outputs in the graph's order; empty when the model describes none.
    package let outputs: [TensorMetadata]
    /// Groups of outputs that belong together, such as boxes, classes and scores.
    package let outputGroups: [TensorGroup]
    /// Files of the model as a whole, then those of its main graph.
    package let associatedFiles: [AssociatedFile]
    /// The bytes that authors of models add to the main graph's metadata, by name.
    package let customEntries: [String: [UInt8]]
    /// The contents of all associated files.
    package let archive: FileArchive
}
