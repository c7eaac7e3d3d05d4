import CSightKernels
import ModelFixtures
import Testing

@Suite struct RequantizeTests {
    static let accumulators: [Int32] = {
        var values: [Int32] = [.min, .min + 1, .max, .max - 1]
        for bit in 0..<31 {
            let power = Int32(1) << Int32(bit)
            values += [power - 1, power, power + 1, -power, -power - 1, 3 &* power, -3 &* power]
        }
        return values
    }()
    static let multipliers: [Int32] = [0, 1 << 30, (1 << 30) + 1, 0x5555_5555, .max - 1, .max]

    /// Computes the two roundings as one floor, as the vector kernels do.
    private static func floorForm(_ accumulator: Int32, _ multiplier: Int32, _ right: Int) -> Int64
    {
        let product = Int64(accumulator) * Int64(multiplier)
        let correction: Int64 = product < -(1 << 30) ? 1 << 31 : 0
        // Two summands of 2^61 at most: no overflow.
        return (product + (1 << 30) + (1 << (30 + right)) - correction) >> (31 + right)
    }

    @Test("both roundings are one floor", arguments: 0...31)
    func floorAgrees(right: Int) {
        for accumulator in Self.accumulators {
            for multiplier in Self.multipliers {
                let found = sight_requantize(accumulator, multiplier, 0, Int32(right))
                let product = Int64(accumulator) * Int64(multiplier)
                let expected =
                    right == 0
                    ? (product + (1 << 30)) >> 31
                    : Self.floorForm(accumulator, multiplier, right)
                #expect(Int64(found) == expected, "\(accumulator) × \(multiplier) >> \(right)")
            }
        }
    }

    @Test("ties round upward, then away from zero")
    func ties() {
        // × 0.5: multiplier 2^30 and no shift, one rounding.
        #expect(sight_requantize(3, 1 << 30, 0, 0) == 2)
        #expect(sight_requantize(-3, 1 << 30, 0, 0) == -1)
        // × 0.25: −3 → −1.5 → −1 → −0.5 → −1.
        #expect(sight_requantize(-3, 1 << 30, 0, 1) == -1)
        #expect(sight_requantize(3, 1 << 30, 0, 1) == 1)
    }

    @Test("the nearest integer in binary32, ties to even")
    func nearest() {
        #expect(sight_requantize_nearest(3, 1 << 30, 0) == 2)
        #expect(sight_requantize_nearest(5, 1 << 30, 0) == 2)
        #expect(sight_requantize_nearest(-3, 1 << 30, 0) == -2)
        #expect(sight_requantize_nearest(.max, .max - 64, 0) == Int32.max - 127)
        #expect(sight_requantize_nearest(.min, .max - 64, 0) == Int32.min + 128)
    }

    @Test("the nearest integer in binary32 is the exact one away from ties", arguments: 0...31)
    func nearestAgrees(right: Int) {
        for accumulator in Self.accumulators {
            for multiplier in Self.multipliers {
                let exact =
                    Double(accumulator) * Double(multiplier)
                    / Double(sign: .plus, exponent: 31 + right, significand: 1)
                let fraction = exact.magnitude.truncatingRemainder(dividingBy: 1)
                // Bytes are clamped; three roundings to 24 bits.
                guard exact.magnitude < 512, (fraction - 0.5).magnitude > 0x1p-13 else { continue }
                let found = sight_requantize_nearest(accumulator, multiplier, Int32(right))
                #expect(
                    Double(found) == exact.rounded(),
                    "\(accumulator) × \(multiplier) >> \(right)")
            }
        }
    }

    @Test("left shifts wrap")
    func leftShift() {
        #expect(sight_requantize(5, 1 << 30, 3, 0) == 20)
        #expect(sight_requantize(1 << 30, 1 << 30, 2, 0) == 0)
    }

    @Test("the clamp does not wrap")
    func clamp() {
        let output = sight_requantization(
            zero_point: 127, minimum: -128, maximum: 127, rounds_once: false, nearest: false,
            one_floor: false, uniform: false)
        withUnsafePointer(to: output) { output in
            #expect(sight_requantize_clamped(.max, .max, 0, 0, output) == 127)
            #expect(sight_requantize_clamped(.min, .max, 0, 0, output) == -128)
        }
    }

    @Test("multipliers of real scales")
    func quantizeMultiplier() {
        var (multiplier, left, right) = (Int32(0), Int32(0), Int32(0))
        #expect(sight_quantize_multiplier(0.75, &multiplier, &left, &right))
        #expect((multiplier, left, right) == (0x6000_0000, 0, 0))
        #expect(sight_quantize_multiplier(3, &multiplier, &left, &right))
        #expect((multiplier, left, right) == (0x6000_0000, 2, 0))
        #expect(sight_quantize_multiplier(0.001, &multiplier, &left, &right))
        #expect((multiplier, left, right) == (1_099_511_628, 0, 9))
        // Rounds up to the next power of two.
        #expect(sight_quantize_multiplier(1 - 0x1p-40, &multiplier, &left, &right))
        #expect((multiplier, left, right) == (1 << 30, 1, 0))
        #expect(sight_quantize_multiplier(0x1p-40, &multiplier, &left, &right))
        #expect(multiplier == 0)
        for bad in [-1, .nan, .infinity, 0x1p30] {
            #expect(!sight_quantize_multiplier(bad, &multiplier, &left, &right))
        }
    }

    @Test("multipliers and factors equal those of the standard library's functions")
    func quantizeMultiplierTwin() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<10_000 {
            let exponent = Int.random(in: -40...28, using: &generator)
            var scale = Double.random(in: 0.5..<1, using: &generator)
            // Some digits end with a tie or are next to one.
            if Bool.random(using: &generator) { scale = (scale * 0x1p32).rounded() * 0x1p-32 }
            scale = Double(sign: .plus, exponent: exponent, significand: scale)
            var (multiplier, left, right) = (Int32(0), Int32(0), Int32(0))
            #expect(sight_quantize_multiplier(scale, &multiplier, &left, &right))
            var power = scale.exponent + 1
            var digits = (scale.significand * 0x1p30).rounded(.toNearestOrAwayFromZero)
            if digits == 0x1p31 { (digits, power) = (digits / 2, power + 1) }
            if power < -31 { (digits, power) = (0, 0) }
            #expect(multiplier == Int32(digits))
            #expect(left == Int32(max(0, power)))
            #expect(right == Int32(max(0, -power)))
            let factor = Float(
                sign: .plus, exponent: -31 - Int(right), significand: Float(multiplier))
            #expect(sight_nearest_factor(multiplier, right) == factor)
        }
    }
}
