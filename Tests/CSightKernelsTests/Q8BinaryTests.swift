import CSightKernels
import ModelFixtures
import Testing

/// Compares every tier of sums, products and squared differences with the scalar twin, to the bit.
@Suite struct Q8BinaryTests {
    private static var kernels: [sight_q8_binary_kernels] {
        var count = 0
        let first = sight_q8_binary_all(&count)
        return runnable(first, count: count, tier: \.tier)
    }

    private func factor(_ generator: inout SeededGenerator, negative: Bool = false)
        -> sight_q8_factor
    {
        let multiplier = Int32.random(in: (1 << 30)...Int32.max, using: &generator)
        let isLarge = Int.random(in: 0..<8, using: &generator) == 0
        return sight_q8_factor(
            multiplier: negative ? -multiplier : multiplier,
            left: isLarge ? .random(in: 0...3, using: &generator) : 0,
            right: isLarge ? 0 : .random(in: 0...24, using: &generator))
    }

    private func parameters(_ generator: inout SeededGenerator) -> sight_q8_binary {
        let isSigned = Bool.random(using: &generator)
        let lowest: Int32 = isSigned ? -128 : 0
        let zeroPoints = (0..<3).map { _ in
            lowest + ([0, 255, 128, 77].randomElement(using: &generator) ?? 0)
        }
        let minimum = lowest + Int32.random(in: 0...128, using: &generator)
        var a = factor(&generator)
        var b = factor(&generator, negative: Bool.random(using: &generator))
        // Operands are shifted by 20 bits: no room for a factor above 1.
        (a.left, b.left) = (0, 0)
        return sight_q8_binary(
            a_zero_point: zeroPoints[0], b_zero_point: zeroPoints[1],
            output_zero_point: zeroPoints[2], a: a, b: b, output: factor(&generator),
            minimum: minimum, maximum: .random(in: minimum...(lowest + 255), using: &generator),
            is_signed: isSigned, is_wide: false)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 31, 33, 255])
    func tiersAgree(_ count: Int) {
        var generator = SeededGenerator(seed: UInt64(count) &+ 1)
        for _ in 0..<60 {
            var parameters = parameters(&generator)
            let steps = [(1, 1), (0, 1), (1, 0)].randomElement(using: &generator) ?? (1, 1)
            let a = (0..<max(count, 1)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let b = (0..<max(count, 1)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let runs = Self.kernels.map { kernels in
                [kernels.sum, kernels.product, kernels.square].map { run in
                    var output = [UInt8](repeating: 0xAA, count: count + 1)
                    run?(&parameters, a, steps.0, b, steps.1, &output, count)
                    return output
                }
            }
            for run in runs.dropFirst() {
                #expect(run == runs[0])
            }
            #expect(runs[0].allSatisfy { $0.last == 0xAA })
        }
    }

    /// The factors of a sum of tensors with such scales, as ``QuantizedSum`` derives them.
    private func sum(_ a: Double, _ b: Double, _ output: Double) -> sight_q8_binary {
        func factor(_ real: Double) -> sight_q8_factor {
            var factor = sight_q8_factor()
            _ = sight_quantize_multiplier(
                real, &factor.multiplier, &factor.left, &factor.right)
            return factor
        }
        let twice = 2 * max(a, b)
        return sight_q8_binary(
            a_zero_point: -3, b_zero_point: 5, output_zero_point: -128, a: factor(a / twice),
            b: factor(b / twice), output: factor(twice / (0x1p20 * output)), minimum: -128,
            maximum: 127, is_signed: true, is_wide: false)
    }

    /// A short form is taken only if it gives the reference's results for all pairs of bytes.
    @Test func shortSumsStandForSums() throws {
        var generator = SeededGenerator(seed: 11)
        let all = (0...255).map(UInt8.init)
        var taken = 0
        for _ in 0..<40 {
            let scales = (0..<3).map { _ in Double.random(in: 0.01...0.1, using: &generator) }
            var long = sum(scales[0], scales[1], scales[2])
            var short = sight_q8_short_sum()
            let best = try #require(sight_q8_binary_best(sight_current_tier()))
            guard sight_q8_shorten(&long, best, &short) else { continue }
            taken += 1
            for kernels in Self.kernels {
                let pairsDiffer = all.contains { a in
                    var (a, expected, found) = (a, all, all)
                    Self.kernels[0].sum?(&long, &a, 0, all, 1, &expected, all.count)
                    kernels.short_sum?(&short, &a, 0, all, 1, &found, all.count)
                    return expected != found
                }
                #expect(!pairsDiffer)
            }
        }
        #expect(taken > 20)
    }

    /// The comparison of some rows finds the same as that of all, and its short form is right, too.
    @Test func someRowsStandForAll() throws {
        var generator = SeededGenerator(seed: 12)
        let best = try #require(sight_q8_binary_best(sight_current_tier()))
        let all = (0...255).map(UInt8.init)
        for round in 0..<200 {
            let scales = (0..<3).map { _ in Double.random(in: 0.003...0.3, using: &generator) }
            // Equal scales make many ties.
            var long = sum(
                scales[0], round % 5 == 0 ? scales[0] : scales[1],
                round % 7 == 0 ? scales[0] / 16 : scales[2])
            long.is_signed = Bool.random(using: &generator)
            (long.minimum, long.maximum) = long.is_signed ? (-128, 127) : (0, 255)
            let zeros = long.minimum...long.maximum
            long.a_zero_point = .random(in: zeros, using: &generator)
            long.b_zero_point = .random(in: zeros, using: &generator)
            long.output_zero_point = .random(in: zeros, using: &generator)
            if round % 3 == 0 { long.b.multiplier.negate() }
            var (short, twin) = (sight_q8_short_sum(), sight_q8_short_sum())
            let isTaken = sight_q8_shorten(&long, best, &short)
            #expect(isTaken == sight_q8_shorten_reference(&long, best, &twin))
            guard isTaken else { continue }
            let pairsDiffer = all.contains { a in
                var (a, expected, found) = (a, all, all)
                Self.kernels[0].sum?(&long, &a, 0, all, 1, &expected, all.count)
                Self.kernels[0].short_sum?(&short, &a, 0, all, 1, &found, all.count)
                return expected != found
            }
            #expect(!pairsDiffer)
        }
    }

    /// Halves below zero are rounded away from it, which a short form does not do.
    @Test func shortSumsWithTiesAreRefused() throws {
        var long = sum(0.5, 0.5, 1)
        var short = sight_q8_short_sum()
        let best = try #require(sight_q8_binary_best(sight_current_tier()))
        long.output_zero_point = 0
        #expect(!sight_q8_shorten(&long, best, &short))
    }
}
