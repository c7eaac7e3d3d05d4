package import SightInference
package import SightModelFile
import SightTensor

/// One tensor of a graph.
package struct TensorReport: Encodable, Sendable {
    /// How integers stand for real numbers.
    package struct Quantizing: Encodable, Sendable {
        package let scales: [Float]
        package let zeroPoints: [Int]
        package let axis: Int
    }

    package let index: Int
    package let name: String
    package let type: String
    /// As the file stores it.
    package let shape: [Int]
    /// With −1 where an extent may change; empty when all are fixed.
    package let shapeSignature: [Int]
    /// As it is when the model runs; `nil` when it cannot.
    package let preparedShape: [Int]?
    /// The shape depends on values that a run computes.
    package let isKnownAtRunTime: Bool
    package let quantization: Quantizing?
    /// Bytes when the model runs, or by the file's shape when it cannot.
    package let bytes: Int
    package let isConstant: Bool
    package let isVariable: Bool

    /// Copies what the file says.
    package init(
        _ index: Int, _ tensor: TensorInfo, prepared: TensorSpec?, isKnownAtRunTime: Bool = false
    ) {
        let prepared = isKnownAtRunTime ? nil : prepared
        self.isKnownAtRunTime = isKnownAtRunTime
        self.index = index
        name = tensor.name
        type = tensor.elementType.description
        shape = tensor.shape.dimensions
        shapeSignature = tensor.shapeSignature
        preparedShape = prepared?.shape.dimensions
        quantization = tensor.quantization.map {
            Quantizing(scales: $0.scales, zeroPoints: $0.zeroPoints, axis: $0.axis)
        }
        bytes =
            prepared?.byteCount ?? tensor.elementType.byteCount(of: tensor.shape.elementCount) ?? 0
        isConstant = tensor.data != nil
        isVariable = tensor.isVariable
    }

    /// `[] known at run time`, `[]→[1,10,4]` when preparing changes the stored shape, else the shape alone.
    var shapeText: String {
        let stored = Self.list(shapeSignature.isEmpty ? shape : shapeSignature)
        guard !isKnownAtRunTime else { return "\(stored) known at run time" }
        guard let preparedShape, preparedShape != shape else { return stored }
        return "\(stored)→\(Self.list(preparedShape))"
    }

    /// `scale 0.0078125 zero 128`, or the range of the scales along an axis.
    var quantizationText: String {
        guard let quantization, let first = quantization.scales.first else { return "" }
        guard quantization.scales.count > 1 else {
            return "scale \(Double(first).asNumber) zero \(quantization.zeroPoints.first ?? 0)"
        }
        let least = Double(quantization.scales.min() ?? first).asNumber
        let most = Double(quantization.scales.max() ?? first).asNumber
        return "axis \(quantization.axis): \(quantization.scales.count) scales \(least)…\(most)"
    }

    /// `constant`, `variable` or nothing.
    var kindText: String { isConstant ? "constant" : isVariable ? "variable" : "" }

    private static func list(_ extents: [Int]) -> String {
        "[\(extents.map(String.init).joined(separator: ","))]"
    }
}
