import SightModelFile
import SightTensor

/// The facts about an input or output that need none of its bytes.
///
/// They are known before the memory is allocated; the shape is then that of the model, or the
/// requested one of an input. After an input was resized, the other shapes are those of the last
/// allocation.
package struct TensorFacts: Equatable, Sendable {
    /// The name in the model.
    package let name: String
    /// The type of the elements.
    package let dataType: Tensor.DataType
    /// The extents, outermost first.
    package let shape: Tensor.Shape
    /// The parameters of a tensor with one scale; `nil` for other tensors.
    package let quantizationParameters: QuantizationParameters?

    /// Collects the facts; `nil` for a type without a ``Tensor/DataType``.
    init?(
        _ name: String, _ elementType: ElementType, _ shape: SightTensor.Shape,
        _ quantization: Quantization?
    ) {
        guard let dataType = Tensor.DataType(elementType) else { return nil }
        self.name = name
        self.dataType = dataType
        self.shape = Tensor.Shape(shape.dimensions)
        let whole = quantization.flatMap { $0.isPerAxis || $0.scale == 0 ? nil : $0 }
        quantizationParameters = whole.map {
            QuantizationParameters(scale: $0.scale, zeroPoint: $0.zeroPoint)
        }
    }
}
