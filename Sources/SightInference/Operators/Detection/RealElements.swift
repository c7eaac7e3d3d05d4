import SightModelFile
import SightTensor

/// A tensor that is read as real numbers: float32 directly, uint8 with its scale.
struct RealElements: Sendable {
    let slot: TensorSlot
    /// The quantization; `nil` for float32.
    private let affine: Affine?

    init(_ spec: TensorSpec, _ node: Preparation) throws(ModelError) {
        slot = spec.slot
        switch spec.elementType {
        case .float32: affine = nil
        case .uint8: affine = try node.affine(spec)
        default: throw node.unsupported(spec)
        }
    }

    @inline(__always)
    func value(_ index: Int, _ memory: borrowing TensorMemory) -> Float {
        guard let affine else { return memory.elements(slot, as: Float.self)[index] }
        let byte = memory.elements(slot, as: UInt8.self)[index]
        return affine.scale * Float(Int32(byte) &- affine.zeroPoint)
    }
}

/// The scores of all classes, one row for each anchor.
struct ScoreRows: Sendable {
    let scores: RealElements
    let columns: Int
    /// The number of columns before the first class: 1 with a background, 0 otherwise.
    let background: Int

    /// Returns the score of a class for an anchor.
    @inline(__always)
    func value(_ anchor: Int, _ classIndex: Int, _ memory: borrowing TensorMemory) -> Float {
        scores.value(anchor &* columns &+ background &+ classIndex, memory)
    }
}
