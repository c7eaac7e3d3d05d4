import CSightKernels
import ModelFixtures
import Testing

/// Compares every kernel of `sight_q8_row_kernels` with sums that Swift computes.
@Suite struct Q8RowTests {
    private static var kernels: [sight_q8_row_kernel] {
        var count = 0
        return runnable(sight_q8_row_kernels(&count), count: count, tier: \.tier)
    }

    @Test(arguments: [1, 3, 15, 16, 31, 32, 33, 100, 1280], [1, 3, 4, 5, 18])
    func sums(depth: Int, columns: Int) {
        var random = SeededGenerator(seed: UInt64(depth * 32 + columns))
        for isSigned in [false, true] {
            // The bytes after the last weight are random, because a file has other data there.
            let weights = (0..<depth * columns + 31).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let input = (0..<depth).map { _ in UInt8.random(in: 0...255, using: &random) }
            let zeroPoint = Int.random(in: 0...255, using: &random) - (isSigned ? 128 : 0)
            let weightZeroPoint = isSigned ? 0 : Int.random(in: 0...255, using: &random)
            func number(_ byte: UInt8) -> Int { isSigned ? Int(Int8(bitPattern: byte)) : Int(byte) }
            let expected = (0..<columns).map { column in
                (0..<depth).reduce(0) { sum, k in
                    let weight = number(weights[column * depth + k]) - weightZeroPoint
                    return sum + (number(input[k]) - zeroPoint) * weight
                }
            }
            var values = [Int16](repeating: 1, count: (depth + 31) / 32 * 32)
            let sum = sight_q8_row_center(input, depth, Int32(zeroPoint), isSigned, &values)
            #expect(sum == values.reduce(0) { $0 + Int32($1) })
            #expect(values[..<depth].map(Int.init) == input.map { number($0) - zeroPoint })
            #expect(values[depth...].allSatisfy { $0 == 0 })
            for kernel in Self.kernels {
                for first in Set([0, columns / 2]) {
                    var sums = [Int32](repeating: 7, count: columns)
                    input.withUnsafeBytes { input in
                        values.withUnsafeBufferPointer { values in
                            weights.withUnsafeBytes { weights in
                                var job = sight_q8_row_job(
                                    input: input.baseAddress, values: values.baseAddress,
                                    value_sum: sum, depth: depth, weights: weights.baseAddress,
                                    input_zero_point: Int32(zeroPoint),
                                    weight_zero_point: Int32(weightZeroPoint), is_signed: isSigned)
                                kernel.run(&job, first, columns - first, &sums)
                            }
                        }
                    }
                    #expect(sums[..<first].allSatisfy { $0 == 7 })
                    #expect(
                        sums[first...].map(Int.init) == Array(expected[first...]),
                        "\(String(cString: kernel.name))")
                }
            }
        }
    }
}
