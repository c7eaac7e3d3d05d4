import CSightKernels
import ModelFixtures

/// The shared parts of a random 8-bit case: element types, zero points, multipliers, activation.
struct QuantizedCase {
    /// The kinds of cases: ordinary ones, and zero points and rounding at their limits.
    enum Flavor: CaseIterable {
        case uint8, rectified, int8, perChannel, once, onceFast, nearest, large, extreme
    }

    let isSigned: Bool
    let inputZeroPoint: Int32
    let weightZeroPoint: Int32
    let multipliers: [Int32]
    let lefts: [Int32]
    let rights: [Int32]
    let output: sight_requantization

    init(_ flavor: Flavor, channels: Int, using generator: inout SeededGenerator) {
        isSigned = flavor == .int8 || flavor == .perChannel
        let lowest: Int32 = isSigned ? -128 : 0
        let pick = [lowest, lowest + 255, lowest + Int32.random(in: 0...255, using: &generator)]
        inputZeroPoint = pick.randomElement(using: &generator) ?? lowest
        weightZeroPoint =
            isSigned ? 0 : ([0, 255, 128, 117].randomElement(using: &generator) ?? 128)
        let isUniform =
            flavor == .uint8 || flavor == .rectified || flavor == .int8
            || flavor == .onceFast
        var (multipliers, lefts, rights): ([Int32], [Int32], [Int32]) = ([], [], [])
        for channel in 0..<channels {
            if isUniform, channel > 0 {
                multipliers.append(multipliers[0])
                lefts.append(lefts[0])
                rights.append(rights[0])
                continue
            }
            multipliers.append(.random(in: (1 << 30)...Int32.max, using: &generator))
            lefts.append(flavor == .large ? .random(in: 0...4, using: &generator) : 0)
            let isExtreme = [.extreme, .once, .nearest].contains(flavor)
            rights.append(
                flavor == .large
                    ? 0
                    : .random(in: isExtreme ? 0...31 : 1...12, using: &generator))
        }
        (self.multipliers, self.lefts, self.rights) = (multipliers, lefts, rights)
        let zeroPoint =
            lowest + (flavor == .rectified ? 3 : .random(in: 0...255, using: &generator))
        output = sight_requantization(
            zero_point: zeroPoint, minimum: flavor == .rectified ? zeroPoint : lowest + 2,
            maximum: lowest + 254, rounds_once: flavor == .once || flavor == .onceFast,
            nearest: flavor == .nearest,
            one_floor: flavor == .rectified || flavor == .onceFast, uniform: isUniform)
    }

    /// A random element in the case's element type, as its byte.
    func byte(using generator: inout SeededGenerator) -> UInt8 {
        // Limits are frequent, because products and sums of them overflow narrow types.
        [0, 255, 127, 128].randomElement(using: &generator).flatMap {
            Bool.random(using: &generator) ? $0 : nil
        } ?? .random(in: 0...255, using: &generator)
    }

    /// A weight whose distance from the zero point is 64 at most, and often 64, as its byte.
    func smallWeight(using generator: inout SeededGenerator) -> UInt8 {
        let distances: [Int32] = [-64, 64, .random(in: -64...64, using: &generator)]
        let distance = distances.randomElement(using: &generator) ?? 0
        let weight = weightZeroPoint + distance
        let lowest: Int32 = isSigned ? -128 : 0
        return UInt8(
            truncatingIfNeeded: (lowest...lowest + 255).contains(weight) ? weight : weightZeroPoint)
    }

    /// The integer that a byte represents.
    func value(_ byte: UInt8) -> Int32 { isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte) }

    /// Steps 1 to 4 of requantization for a channel.
    func requantize(_ sum: Int32, channel: Int) -> UInt8 {
        withUnsafePointer(to: output) {
            UInt8(
                truncatingIfNeeded: sight_requantize_clamped(
                    sum, multipliers[channel], lefts[channel], rights[channel], $0))
        }
    }
}
