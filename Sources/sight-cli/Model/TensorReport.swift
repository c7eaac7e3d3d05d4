package import SightInference
package import SightModelFile
import SightTensor

/// One tensor of a graph.
package struct TensorReport: Encodable, Sendable {
    /// The quantization of a tensor.
    package struct Quantizing: Encodable, Sendable {
        package let scales: [Float]
        package let zeroPoints: [Int]
        package let axis: Int
        /// The number of elements of a block with a scale of its own; `nil` without blocks.
        package let blockLength: Int?
    }

    package let index: Int
    package let name: String
    package let type: String
    /// The shape in the file.
    package let shape: [Int]
    /// The shape with −1 for each extent that may change; empty when all extents are fixed.
    package let shapeSignature: [Int]
    /// The shape when the model runs; `nil` if it cannot run.
    package let preparedShape: [Int]?
    /// Whether the shape depends on values that a run computes.
    package let isKnownAtRunTime: Bool
    package let quantization: Quantizing?
    /// The size in bytes when the model runs; by the shape in the file if it cannot run.
    package let bytes: Int
    package let isConstant: Bool
    package let isVariable: Bool

    /// Creates the report of a tensor.
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
            Quantizing(
                scales: $0.scales, zeroPoints: $0.zeroPoints, axis: $0.axis,
                blockLength: $0.blockLength)
        }
        bytes =
            prepared?.byteCount ?? tensor.elementType.byteCount(of: tensor.shape.elementCount) ?? 0
        isConstant = tensor.data != nil
        isVariable = tensor.isVariable
    }

    /// The shape, such as `[1,10,4]`, `[]→[1,10,4]` if preparing changes it, or `[] known at run
    /// time`.
    var shapeText: String {
        let stored = Self.list(shapeSignature.isEmpty ? shape : shapeSignature)
        guard !isKnownAtRunTime else { return "\(stored) known at run time" }
        guard let preparedShape, preparedShape != shape else { return stored }
        return "\(stored)→\(Self.list(preparedShape))"
    }

    /// The quantization, such as `scale 0.0078125 zero 128`, or the range of the scales of an
    /// axis or of blocks.
    var quantizationText: String {
        guard let quantization, let first = quantization.scales.first else { return "" }
        guard quantization.scales.count > 1 else {
            return "scale \(Double(first).asNumber) zero \(quantization.zeroPoints.first ?? 0)"
        }
        let least = Double(quantization.scales.min() ?? first).asNumber
        let most = Double(quantization.scales.max() ?? first).asNumber
        let owner =
            quantization.blockLength.map { "blocks of \($0)" } ?? "axis \(quantization.axis)"
        return "\(owner): \(quantization.scales.count) scales \(least)…\(most)"
    }

    /// `constant`, `variable` or an empty text.
    var kindText: String { isConstant ? "constant" : isVariable ? "variable" : "" }

    private static func list(_ extents: [Int]) -> String {
        "[\(extents.map(String.init).joined(separator: ","))]"
    }
}
