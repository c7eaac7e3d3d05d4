import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Numbers of a file that overflow what is computed of them, or ask for more memory than its size
/// explains: an error or a plan, with the limits that programs use.
@Suite(.timeLimit(.minutes(10))) struct HostileNumbersTests {
    private static let pool = WorkerPool(threadCount: 1)

    private static func number(_ code: BuiltinOperator) -> Int {
        BuiltinOperator.allCases.firstIndex(of: code) ?? -1
    }

    /// Prepares a model, or says why not.
    private func outcome(_ builder: ModelBuilder) -> ModelError.Code? {
        do throws(ModelError) {
            let model = try ModelReader.read(ModelBytes(builder.build()))
            _ = try model.prepare(pool: Self.pool)
            return nil
        } catch {
            return error.code
        }
    }

    private func padding(_ shape: [Int], low: [Int], high: [Int], gaps: [Int]) -> ModelBuilder {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .int8, shape)
        let value = builder.tensor("value", .int8, [1], data: [0])
        let output = builder.tensor("y", .int8, shape)
        builder.node(
            builtin: Self.number(.stablehloPad), inputs: [input, value], outputs: [output],
            secondOptions: [0: .longs(low), 1: .longs(high), 2: .longs(gaps)])
        (builder.inputs, builder.outputs) = ([input], [output])
        return builder
    }

    /// 16 axes that are cut off and filled again: each offset fits, their sum does not.
    @Test func paddingWhoseOffsetsOverflow() {
        let (ones, far) = ([Int](repeating: 1, count: 16), (1 << 31) - 1)
        let builder = padding(
            ones + [1 << 28], low: ones.map { _ in -far } + [0], high: ones.map { _ in far } + [0],
            gaps: ones.map { _ in 0 } + [0])
        #expect(outcome(builder) == nil)
    }

    @Test(arguments: [Int.min, .min + 1, -(1 << 62), -3, 0, 1 << 62, .max - 1, .max])
    func paddingAtEdges(low: Int) {
        for high in [Int.min, .min + 1, low == .min ? .max : -low, -2, 0, .max] {
            for gap in [0, 1, 1 << 62, .max - 1, .max] {
                for extent in [0, 1, 3] {
                    let builder = padding(
                        [extent, 2], low: [low, 0], high: [high, 0], gaps: [gap, 0])
                    _ = outcome(builder)
                }
            }
        }
    }

    /// Elements of this type have no size in bytes, which once kept them from the limits.
    @Test func slicesOfVariants() {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .variant, [1 << 24, 1 << 23])
        let output = builder.tensor("y", .variant, [1, 1])
        let edges = [[0, 0], [1 << 24, 1 << 23], [1 << 30, 1 << 30]]
        let vectors = edges.enumerated().map { builder.constant("\($0.offset)", $0.element) }
        builder.node(
            builtin: Self.number(.stridedSlice), inputs: [input] + vectors, outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        #expect(outcome(builder) == .tooLarge)
    }

    /// 2²⁷ products of matrices without elements: a plan may not take memory for each.
    @Test func productsWithoutNumber() {
        var builder = ModelBuilder()
        let left = builder.tensor("a", .float32, [1 << 27, 1, 0])
        let right = builder.tensor("b", .float32, [0, 1])
        let output = builder.tensor("y", .float32, [1, 1, 1])
        builder.node(builtin: Self.number(.batchMatmul), inputs: [left, right], outputs: [output])
        (builder.inputs, builder.outputs) = ([left, right], [output])
        #expect(outcome(builder) == nil)
    }

    /// A map of 1,000 keys that are all one long text.
    @Test(arguments: [1, 100_000]) func keysThatOverlap(length: Int) {
        let (count, width) = (1000, 4)
        func number(_ value: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var bytes = [UInt8](repeating: 0x6B, count: length) + [0]
        let keys = bytes.count
        for index in 0..<count { bytes += number(keys + index * width) }
        // Offset to the keys, their width, the number of values; values; types; then the root.
        bytes += number(bytes.count - keys) + number(width) + number(count)
        let map = bytes.count
        for value in 0..<count { bytes += number(value) }
        bytes += [UInt8](repeating: 1 << 2 | 2, count: count)
        bytes += number(bytes.count - map) + [9 << 2 | 2, UInt8(width)]
        let result = Result { try bytes.withUnsafeBytes { try FlexBuffer($0) } }
        #expect((try? result.get().int("k")) == (length == 1 ? count - 1 : nil))
    }
}
