import Foundation
import ModelFixtures
import SightModelFile
import SightTensor
import Testing

/// SOFTMAX of bytes, whose short rows are rounded together and whose pairs have a table of results.
@Suite struct ByteSoftmaxTests {
    private static let scale: Float = 0.043

    /// Returns the result of each element, computed one by one.
    private func expected(_ input: [UInt8], depth: Int, isSigned: Bool) -> [UInt8] {
        let flip: UInt8 = isSigned ? 0x80 : 0
        return stride(from: 0, to: input.count, by: depth).flatMap { start in
            let row = input[start..<start + depth].map { $0 ^ flip }
            let largest = Int(row.max() ?? 0)
            let shares = row.map { expf(-Self.scale * Float(largest - Int($0))) }
            let inverse = 1 / (shares.reduce(0, +) * Float(1.0 / 256))
            return shares.map { share in
                UInt8(min(255, (share * inverse).rounded(.toNearestOrAwayFromZero))) ^ flip
            }
        }
    }

    private func run(_ input: [UInt8], depth: Int, _ type: ElementType, threads: Int) throws
        -> [UInt8]
    {
        let lowest = type == .int8 ? -128 : 0
        let shape = [input.count / depth, depth]
        let softmax = SingleOperator(
            code: .softmax,
            inputs: [.init(type, shape, Quantization(scale: Self.scale, zeroPoint: 3))],
            output: .init(type, shape, Quantization(scale: 1.0 / 256, zeroPoint: lowest)),
            optionsType: 9, options: [0: .float(1)])
        return try softmax.run([input], threads: threads)
    }

    @Test(arguments: [1, 2, 3, 4, 21, 127, 129, 256, 257, 1003], [ElementType.int8, .uint8])
    func rowsHaveTheResultsOfTheirElements(depth: Int, type: ElementType) throws {
        var generator = SeededGenerator(seed: UInt64(depth))
        let input = (0..<300 * depth).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let expected = expected(input, depth: depth, isSigned: type == .int8)
        for threads in [1, 3] {
            #expect(try run(input, depth: depth, type, threads: threads) == expected)
        }
    }

    @Test(arguments: [ElementType.int8, .uint8])
    func allPairsHaveTheResultsOfTheirElements(type: ElementType) throws {
        let input = (0..<1 << 16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let expected = expected(input, depth: 2, isSigned: type == .int8)
        for threads in [1, 3] {
            #expect(try run(input, depth: 2, type, threads: threads) == expected)
        }
    }
}
