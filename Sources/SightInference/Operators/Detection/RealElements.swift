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

    /// The real number that each of the 256 bytes stands for; empty for float32.
    var numbersOfBytes: [Float] {
        guard let affine else { return [] }
        return (0...UInt8.max).map { Self.number($0, affine) }
    }

    @inline(__always)
    func value(_ index: Int, _ memory: borrowing TensorMemory) -> Float {
        guard let affine else { return memory.elements(slot, as: Float.self)[index] }
        return Self.number(memory.elements(slot, as: UInt8.self)[index], affine)
    }

    /// Returns the greatest of `count` elements from `start` on, or NaN if the first is NaN.
    ///
    /// `count` is at least 1.
    @inline(__always)
    func greatest(_ start: Int, count: Int, _ memory: borrowing TensorMemory) -> Float {
        guard let affine else {
            let floats = memory.elements(slot, as: Float.self) + start
            var greatest = floats[0]
            for index in 1..<max(1, count) where floats[index] > greatest {
                greatest = floats[index]
            }
            return greatest
        }
        // Scales are not negative, so the greatest byte has the greatest number.
        let bytes = memory.elements(slot, as: UInt8.self) + start
        var greatest = bytes[0]
        for index in 0..<count { greatest = max(greatest, bytes[index]) }
        return Self.number(greatest, affine)
    }

    @inline(__always)
    private static func number(_ byte: UInt8, _ affine: Affine) -> Float {
        affine.scale * Float(Int32(byte) &- affine.zeroPoint)
    }
}

/// The scores of all classes, one row for each anchor.
struct ScoreRows: Sendable {
    let scores: RealElements
    let columns: Int
    /// The number of columns before the first class: 1 with a background, 0 otherwise.
    let background: Int

    /// Returns the greatest of the scores that an anchor has for the first `classCount` classes.
    @inline(__always)
    func greatest(_ anchor: Int, _ classCount: Int, _ memory: borrowing TensorMemory) -> Float {
        scores.greatest(anchor &* columns &+ background, count: classCount, memory)
    }

    /// Returns the score of a class for an anchor.
    @inline(__always)
    func value(_ anchor: Int, _ classIndex: Int, _ memory: borrowing TensorMemory) -> Float {
        scores.value(anchor &* columns &+ background &+ classIndex, memory)
    }
}
