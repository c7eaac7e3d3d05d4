public import Foundation

/// A copy of an input or output, which later runs do not change.
public struct Tensor: Equatable, Hashable, Sendable {
    /// The name in the model.
    public let name: String
    /// The type of the elements.
    public let dataType: DataType
    /// The extents, outermost first.
    public let shape: Shape
    /// A copy of the elements, row-major and little-endian; strings are packed as in TensorFlow
    /// Lite, see ``strings``.
    public let data: Data
    /// The parameters of a tensor with one scale; `nil` for other tensors.
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
