import CSightKernels
import Testing

/// Every tier of sums and products against the scalar twin, to the bit.
@Suite struct Q8BinaryTests {
    private static var kernels: [sight_q8_binary_kernels] {
        var count = 0
        guard let all = sight_q8_binary_all(&count) else { return [] }
        return Array(UnsafeBufferPointer(start: all, count: count))
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
            is_signed: isSigned)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 31, 33, 255])
    func tiersAgree(_ count: Int) {
        var generator = SeededGenerator(seed: UInt64(count) &+ 1)
        for _ in 0..<60 {
            var parameters = parameters(&generator)
            let steps = [(1, 1), (0, 1), (1, 0)].randomElement(using: &generator) ?? (1, 1)
            let a = (0..<max(count, 1)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let b = (0..<max(count, 1)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let runs = Self.kernels.filter { sight_tier_available($0.tier) }.map { kernels in
                [kernels.sum, kernels.product].map { run in
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
}
