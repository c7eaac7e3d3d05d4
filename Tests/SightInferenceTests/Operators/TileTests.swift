import ModelFixtures
import SightModelFile
import SightTensor
import Testing

/// TILE, whose copies have runs of few rows, by one and by several threads.
@Suite struct TileTests {
    @Test(
        arguments: [
            ([3, 50, 1, 8], [1, 1, 2, 1]), ([3, 50, 1, 8], [1, 2, 3, 1]),
            ([2, 70, 1, 33], [2, 1, 7, 1]),
            ([2, 1, 40, 5], [1, 2, 1, 1]), ([1, 300, 1, 64], [1, 1, 2, 1]),
            ([9, 2, 3, 4], [2, 3, 2, 2]),
            ([5, 5, 5, 1], [1, 1, 1, 9]),
        ] as [([Int], [Int])],
        [(.int8, 1), (.int16, 2), (.float32, 4), (.int64, 8)] as [(ElementType, Int)])
    func elementsRepeat(
        _ tile: (shape: [Int], repeats: [Int]), type: (type: ElementType, size: Int)
    ) throws {
        let (shape, repeats) = tile
        let tiled = zip(shape, repeats).map(*)
        let operation = SingleOperator(
            code: .tile, inputs: [.init(type.type, shape)], integers: repeats,
            output: .init(type.type, tiled))
        var generator = SeededGenerator(seed: UInt64(tiled.reduce(1, *)))
        let input = (0..<shape.reduce(1, *) * type.size).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        var expected: [UInt8] = []
        for index in 0..<tiled.reduce(1, *) {
            var (rest, element, step) = (index, 0, 1)
            for axis in shape.indices.reversed() {
                element += rest % tiled[axis] % shape[axis] * step
                rest /= tiled[axis]
                step *= shape[axis]
            }
            expected += input[element * type.size..<(element + 1) * type.size]
        }
        for threads in [1, 3] {
            #expect(try operation.run([input], threads: threads) == expected)
        }
    }
}
