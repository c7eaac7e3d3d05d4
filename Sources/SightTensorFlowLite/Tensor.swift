public import Foundation

/// The state of an input or output at the moment it was asked for: a value, not a view.
public struct Tensor: Equatable, Hashable, Sendable {
    /// The name in the model.
    public let name: String
    /// The type of the elements.
    public let dataType: DataType
    /// The extents, outermost first.
    public let shape: Shape
    /// A copy of the elements: row-major, little-endian; those of ``DataType/string`` as TensorFlow
    /// Lite packs them, see ``strings``.
    public let data: Data
    /// Set for tensors quantised as a whole; `nil` for others and for scales per axis.
    public let quantizationParameters: QuantizationParameters?

    init(
        name: String, dataType: DataType, shape: Shape, data: Data,
        quantizationParameters: QuantizationParameters? = nil
    ) {
        self.name = name
        self.dataType = dataType
        self.shape = shape
        self.data = data
        self.quantizationParameters = quantizationParameters
    }
}
