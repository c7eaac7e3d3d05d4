import ModelFixtures
import SightModelFile
import SightTensor
import Testing

/// Operators on groups of few channels `[batch, pixels, groups, channels]`, as a group normalization
/// has them: their rows are short.
@Suite struct ChannelGroupTests {
    private static let shapes = [
        [1, 64, 4, 8], [2, 40, 4, 8], [3, 7, 32, 10], [1, 4, 5, 63], [1, 3, 4, 8], [2, 9, 1, 8],
        [1, 100, 3, 1],
    ]

    private static let types: [ElementType] = [.float32, .int8, .uint8, .int16]

    private func quantization(_ type: ElementType, _ index: Int) -> Quantization? {
        let scales: [Float] = [0.043, 0.071, 0.093]
        return switch type {
        case .float32: nil
        case .int16: Quantization(scale: scales[index], zeroPoint: 0)
        default: Quantization(scale: scales[index], zeroPoint: 5 + index)
        }
    }

    /// Returns numbers of a type, and the size of one.
    private func numbers(_ count: Int, _ type: ElementType, seed: Int) -> (
        bytes: [UInt8], size: Int
    ) {
        var generator = SeededGenerator(seed: UInt64(seed))
        guard type == .float32 else {
            let size = type == .int16 ? 2 : 1
            let bytes = (0..<count * size).map { _ in UInt8.random(in: 0...255, using: &generator) }
            return (bytes, size)
        }
        let floats = (0..<count).map { _ in Float.random(in: -2...2, using: &generator) }
        return (floats.flatMap { $0.bitPattern.littleEndianBytes }, 4)
    }

    /// One operand for each group, or for each group of each pixel, has the results of a tensor that
    /// repeats it.
    @Test(arguments: shapes, types)
    func operandsOfGroupsEqualRepeatedOnes(shape: [Int], type: ElementType) throws {
        try operandsEqualRepeatedOnes(shape, [shape[0], 1, shape[2], 1], type)
        try operandsEqualRepeatedOnes(shape, [shape[0], shape[1], shape[2], 1], type)
    }

    private func operandsEqualRepeatedOnes(_ shape: [Int], _ group: [Int], _ type: ElementType)
        throws
    {
        let count = shape.reduce(1, *)
        let (all, size) = numbers(count, type, seed: count)
        let (few, _) = numbers(group.reduce(1, *), type, seed: count + 1)
        let repeated = (0..<count).flatMap { index in
            var (rest, element, step) = (index, 0, 1)
            for axis in shape.indices.reversed() {
                element += rest % shape[axis] % group[axis] * step
                rest /= shape[axis]
                step *= group[axis]
            }
            return few[element * size..<(element + 1) * size]
        }
        for code in [BuiltinOperator.add, .sub, .mul, .less] where code != .less || type != .int16 {
            for isFirst in [false, true] {
                func run(_ small: [Int], _ operand: [UInt8], threads: Int) throws -> [UInt8] {
                    let pair: [SingleOperator.Tensor] = [
                        .init(type, shape, quantization(type, 0)),
                        .init(type, small, quantization(type, 1)),
                    ]
                    let isComparison = code == .less
                    let operation = SingleOperator(
                        code: code, inputs: isFirst ? pair.reversed() : pair,
                        output: .init(
                            isComparison ? .bool : type, shape,
                            isComparison ? nil : quantization(type, 2)))
                    return try operation.run(
                        isFirst ? [operand, all] : [all, operand], threads: threads)
                }
                let expected = try run(shape, repeated, threads: 1)
                for threads in [1, 3] {
                    #expect(try run(group, few, threads: threads) == expected)
                }
            }
        }
    }

    /// A reduction of groups has the results of one whose groups are rows.
    @Test(arguments: shapes, types)
    func reductionsOfGroupsEqualThoseOfRows(shape: [Int], type: ElementType) throws {
        let count = shape.reduce(1, *)
        let (input, size) = numbers(count, type, seed: count)
        let (batches, pixels, groups, channels) = (shape[0], shape[1], shape[2], shape[3])
        var rows: [UInt8] = []
        for batch in 0..<batches {
            for group in 0..<groups {
                for pixel in 0..<pixels {
                    let start = ((batch * pixels + pixel) * groups + group) * channels
                    rows += input[start * size..<(start + channels) * size]
                }
            }
        }
        for code in [BuiltinOperator.mean, .sum, .reduceMax] {
            func run(_ shape: [Int], _ axes: [Int], _ bytes: [UInt8]) throws -> [UInt8] {
                let operation = SingleOperator(
                    code: code, inputs: [.init(type, shape, quantization(type, 0))], integers: axes,
                    output: .init(
                        type, [batches, groups], quantization(type, code == .reduceMax ? 0 : 2)))
                return try operation.run([bytes])
            }
            let expected = try run([batches, groups, pixels * channels], [2], rows)
            let results = try run(shape, [1, 3], input)
            guard type == .float32 else {
                #expect(results == expected)
                continue
            }
            let bound = code == .mean ? 1e-5 : code == .sum ? 1e-5 * Float(pixels * channels) : 0
            for (result, wanted) in zip(floats(results), floats(expected)) {
                #expect(abs(result - wanted) <= bound)
            }
        }
    }

    private func floats(_ bytes: [UInt8]) -> [Float] {
        bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
}
