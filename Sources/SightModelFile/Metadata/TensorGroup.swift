/// Tensors that belong together.
///
/// - Source: TFLite Metadata schema, table `TensorGroup`.
package struct TensorGroup: Hashable, Sendable {
    package let name: String
    /// Names of ``TensorMetadata``.
    package let tensorNames: [String]
}
