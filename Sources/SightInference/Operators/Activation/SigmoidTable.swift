import Foundation
import SightModelFile
import SightTensor

/// LOGISTIC and TANH of 16-bit values, interpolated linearly in a table of the sigmoid.
///
/// 256 entries cover 0 … 10.67 in steps of 1/24; negative arguments are mirrored.
/// - Source: TensorFlow Lite `integer_ops/logistic.h` and `tanh.h`: rounds to nearest, ties up.
struct SigmoidTable: UnaryFunction {
    private let entries: [Int32]
    /// The entries that are one above the nearest integer in the reference.
    private static let raised: Set<Int> = [
        4, 8, 12, 14, 15, 16, 17, 19, 20, 21, 22, 25, 27, 28, 29, 30, 31, 33, 34, 35, 37, 39, 40,
        41, 43, 44, 45, 46, 49, 50, 54, 62, 63, 64, 66, 82, 86, 93, 100, 103, 112, 116, 135, 255,
    ]
    private let multiplier: Int32
    private let shift: Int32
    private let isTanh: Bool

    /// `inputScale` is the scale of the input, whose zero point is 0.
    init(inputScale: Float, isTanh: Bool) {
        entries = (0..<257).map { index in
            let value = 65536 / (1 + Foundation.exp(-Double(min(index, 255)) / 24))
            let nearest = Int32(value.rounded(.toNearestOrAwayFromZero))
            return Self.raised.contains(min(index, 255)) ? nearest + 1 : nearest
        }
        // Scales of 2⁻¹² and 2⁻¹¹ are exact; for others, the factor gets as many bits as 16 bits
        // can hold.
        var factor = Double(inputScale) * 4096 * 3
        var bits: Int32 = 0
        while factor <= 32767 / 2, bits <= 30 {
            bits += 1
            factor *= 2
        }
        let isPowerOfTwo =
            inputScale.significand == 1 && inputScale.exponent >= -12
            && inputScale.exponent <= -11
        multiplier = isPowerOfTwo ? 3 << Int32(inputScale.exponent + 12) : Int32(saturating: factor)
        shift = isPowerOfTwo ? 0 : bits
        self.isTanh = isTanh
    }

    /// Creates the table of a node with 16-bit tensors.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` for zero points or scales that the
    ///   reference does not have.
    init(_ node: Preparation, _ input: TensorSpec, _ output: TensorSpec, isTanh: Bool)
        throws(ModelError)
    {
        let from = try node.affine(input)
        guard from.zeroPoint == 0,
            try node.affine(output) == Affine(scale: 1 / 32768, zeroPoint: 0)
        else { throw node.fail("int16 needs zero points of 0 and an output scale of 1/32768") }
        self.init(inputScale: from.scale, isTanh: isTanh)
    }

    func apply(_ x: Int16) -> Int16 {
        let half: Int32 = shift > 0 ? 1 &<< (shift - 1) : 0
        let scaled = (Int32(x) &* multiplier &+ half) &>> shift
        let magnitude = UInt32(bitPattern: scaled < 0 ? 0 &- scaled : scaled)
        let bits: UInt32 = isTanh ? 8 : 9
        let index = Int(magnitude &>> bits)
        var result: Int32
        if index >= 255 {
            result = isTanh ? 0xFFFF &<< 8 : 0x7FFF &<< 10
        } else {
            let (low, high) = (entries[index], entries[index + 1])
            let fraction = Int32(bitPattern: magnitude & ((1 &<< bits) - 1))
            result = low &<< Int32(bits) &+ fraction &* (high &- low)
        }
        if isTanh {
            let one: Int32 = 1 << (14 + 9)
            result =
                scaled >= 0
                ? result &- one &+ (1 << 7) : one &- result &+ (1 << 7) - 1
            return Int16(clamping: result &>> 8)
        }
        result =
            scaled >= 0
            ? result &+ (1 << 9) : (1 << 25) &- result &+ (1 << 9) - 1
        return Int16(clamping: result &>> 10)
    }
}
