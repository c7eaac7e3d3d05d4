import SightModelFile
import SightTensor

/// The quantisation of a whole tensor, checked: `real = scale × (q − zeroPoint)`.
struct Affine: Sendable, Equatable {
    /// Finite and above 0.
    let scale: Float
    /// Inside the range of the element type.
    let zeroPoint: Int32
}

extension Preparation {
    /// The quantisation of a tensor with one scale.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` when it is missing, per axis, not positive
    ///   or its zero point lies outside the element type.
    func affine(_ spec: TensorSpec) throws(ModelError) -> Affine {
        guard let quantization = spec.quantization else {
            throw fail("\"\(spec.name)\" \(spec.elementType) has no quantisation")
        }
        guard !quantization.isPerAxis else {
            throw fail(
                .unsupported,
                "\"\(spec.name)\" has \(quantization.scales.count) scales, expected one")
        }
        let scale = quantization.scale
        guard scale.isFinite, scale > 0 else {
            throw fail("\"\(spec.name)\" has the scale \(scale), expected one above 0")
        }
        guard let zeroPoint = Int32(exactly: quantization.zeroPoint),
            spec.elementType.integerRange?.contains(Int(zeroPoint)) ?? false
        else {
            throw fail(
                "\"\(spec.name)\" has the zero point \(quantization.zeroPoint), "
                    + "which \(spec.elementType) cannot hold")
        }
        return Affine(scale: scale, zeroPoint: zeroPoint)
    }

    /// The quantisation of a value inside of the operator.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    func intermediate(_ index: Int) throws(ModelError) -> Affine {
        guard node.intermediates.indices.contains(index), node.intermediates[index] >= 0 else {
            throw fail("intermediate \(index) is absent")
        }
        return try affine(graph.spec(node.intermediates[index]))
    }

    /// The quantisation of a tensor, or `nil` for element types that hold plain numbers.
    func optionalAffine(_ spec: TensorSpec) throws(ModelError) -> Affine? {
        switch spec.elementType {
        case .uint8, .int8, .int16: spec.quantization == nil ? nil : try affine(spec)
        default: nil
        }
    }
}

extension ElementType {
    /// The values that a signed or narrow integer type holds; `nil` for others.
    var integerRange: ClosedRange<Int>? {
        switch self {
        case .uint8: 0...255
        case .int8: -128...127
        case .int16: -32768...32767
        case .int32: Int(Int32.min)...Int(Int32.max)
        default: nil
        }
    }

    /// Bytes of one element; `nil` for types without whole bytes or a fixed size.
    var byteWidth: Int? {
        guard let bitWidth, bitWidth % 8 == 0 else { return nil }
        return bitWidth / 8
    }

    /// Whether elements are integers of 8 bits that stand for real numbers.
    var isByte: Bool { self == .uint8 || self == .int8 }
}
