import Foundation
import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Numbers of a file that would overflow computations, or need much more memory than the file has:
/// the result is an error or a plan, with the limits that programs use.
@Suite(.timeLimit(.minutes(10))) struct HostileNumbersTests {
    private static let pool = WorkerPool(threadCount: 1)

    /// Prepares a model, and returns the code of the error if that fails.
    private func outcome(_ builder: ModelBuilder, _ limits: ModelLimits = ModelLimits())
        -> ModelError.Code?
    {
        do throws(ModelError) {
            let model = try ModelReader.read(ModelBytes(builder.build()))
            _ = try model.prepare(pool: Self.pool, limits: limits)
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
            builtin: BuiltinOperator.stablehloPad.number, inputs: [input, value], outputs: [output],
            secondOptions: [0: .longs(low), 1: .longs(high), 2: .longs(gaps)])
        (builder.inputs, builder.outputs) = ([input], [output])
        return builder
    }

    /// Negative and positive padding of 16 axes: each offset fits, but their sum overflows.
    @Test func paddingOfManyAxesDoesNotOverflow() {
        let (ones, far) = ([Int](repeating: 1, count: 16), (1 << 31) - 1)
        let builder = padding(
            ones + [1 << 28], low: ones.map { _ in -far } + [0], high: ones.map { _ in far } + [0],
            gaps: ones.map { _ in 0 } + [0])
        #expect(outcome(builder) == nil)
    }

    @Test(arguments: [Int.min, .min + 1, -(1 << 62), -3, 0, 1 << 62, .max - 1, .max])
    func extremePaddingDoesNotOverflow(low: Int) {
        var codes: [ModelError.Code?] = []
        for high in [Int.min, .min + 1, low == .min ? .max : -low, -2, 0, .max] {
            for gap in [0, 1, 1 << 62, .max - 1, .max] {
                for extent in [0, 1, 3] {
                    let builder = padding(
                        [extent, 2], low: [low, 0], high: [high, 0], gaps: [gap, 0])
                    codes.append(outcome(builder))
                }
            }
        }
        // Gaps of 2⁶² and more elements between three fit no tensor, for any other numbers.
        #expect(codes.contains { $0 != nil }, "\(codes)")
    }

    /// A range that is above the limit of tensors is refused before its numbers are listed.
    @Test func aLongRangeIsRefused() throws {
        var builder = ModelBuilder()
        let edges = [0, (1 << 24) - 1, 1].enumerated()
        let inputs = edges.map { builder.constant("\($0.offset)", [$0.element]) }
        let output = builder.tensor("y", .int32, [1])
        builder.node(builtin: BuiltinOperator.range.number, inputs: inputs, outputs: [output])
        (builder.inputs, builder.outputs) = ([], [output])
        var limits = ModelLimits()
        limits.tensorByteCount = 1 << 14
        let before = try peakMemory()
        #expect(outcome(builder, limits) == .tooLarge)
        #expect(try peakMemory() - before < 64 << 20)
    }

    /// Elements of the type `variant` have no size in bytes, but still count for the limits.
    @Test func aLargeSliceOfVariantsIsRefused() {
        var builder = ModelBuilder()
        let input = builder.tensor("x", .variant, [1 << 24, 1 << 23])
        let output = builder.tensor("y", .variant, [1, 1])
        let edges = [[0, 0], [1 << 24, 1 << 23], [1 << 30, 1 << 30]]
        let vectors = edges.enumerated().map { builder.constant("\($0.offset)", $0.element) }
        builder.node(
            builtin: BuiltinOperator.stridedSlice.number, inputs: [input] + vectors,
            outputs: [output])
        (builder.inputs, builder.outputs) = ([input], [output])
        #expect(outcome(builder) == .tooLarge)
    }

    /// Many layers with the same weights: a file of 100 kB could need memory for each node.
    ///
    /// Layers of floats with different biases pack a copy each; layers of bytes have parameters of
    /// their own.
    @Test(
        arguments: [BuiltinOperator.fullyConnected, .conv2D, .depthwiseConv2D],
        [ElementType.float32, .int8])
    func packedCopiesOfSharedWeightsAreCounted(code: BuiltinOperator, type: ElementType) {
        var builder = ModelBuilder()
        let scale = Quantization(scale: 1, zeroPoint: 0)
        let quantization = type == .int8 ? scale : nil
        let side = 128
        let isFull = code == .fullyConnected
        let shape = isFull ? [1, side] : [1, 1, 1, side]
        let filter =
            code == .depthwiseConv2D
            ? [1, 1, 1, side] : isFull ? [side, side] : [side, 1, 1, side]
        let size = filter.reduce(1, *) * (type == .int8 ? 1 : 4)
        let weights = builder.tensor(
            "w", type, filter, quantization: quantization, data: [UInt8](repeating: 0, count: size))
        let first = builder.tensor("x", type, shape, quantization: quantization)
        var last = first
        let count = code == .depthwiseConv2D ? 2000 : 100
        for node in 0..<count {
            let next = builder.tensor("y\(node)", type, shape, quantization: quantization)
            let bias =
                type == .float32
                ? [builder.constant("b\(node)", [Float](repeating: 1, count: side), shape: [side])]
                : []
            builder.node(
                builtin: code.number, inputs: [last, weights] + bias, outputs: [next],
                options: isFull ? [:] : [1: .int(1), 2: .int(1)])
            last = next
        }
        (builder.inputs, builder.outputs) = ([first], [last])
        var limits = ModelLimits()
        #expect(outcome(builder, limits) == nil)
        let parameterBytes = 28 * side
        let isShared = type == .int8 && code != .depthwiseConv2D
        limits.preparedByteCount = count * (isShared ? parameterBytes : size) / 2
        #expect(outcome(builder, limits) == .tooLarge)
    }

    /// A dilation extends a filter over 2⁵¹ pixels in each of 2¹² rows.
    @Test func rowsWidenedByDilationAreLimited() {
        var builder = ModelBuilder()
        let quantization = Quantization(scale: 1, zeroPoint: 0)
        let cells = 1 << 20
        let input = builder.tensor("x", .int8, [1, 1 << 12, 2, 1], quantization: quantization)
        let weights = builder.tensor(
            "w", .int8, [1, 1, cells, 1], quantization: quantization,
            data: [UInt8](repeating: 0, count: cells))
        let output = builder.tensor("y", .int8, [1, 1 << 12, 2, 1], quantization: quantization)
        builder.node(
            builtin: BuiltinOperator.depthwiseConv2D.number, inputs: [input, weights],
            outputs: [output],
            options: [1: .int(1), 2: .int(1), 3: .int(1), 5: .int((1 << 31) - 1), 6: .int(1)])
        (builder.inputs, builder.outputs) = ([input], [output])
        // Only some tiers widen rows for such a filter.
        #expect([nil, .tooLarge].contains(outcome(builder)))
    }

    /// A convolution of no image at all: 2²⁴ output columns of 2¹² filter cells each.
    ///
    /// A plan that lists the columns would need 256 GiB, for a file of 64 or 256 kB.
    @Test(arguments: [ElementType.float32, .int8])
    func columnsOfAnEmptyImageAreLimited(type: ElementType) {
        var builder = ModelBuilder()
        let (width, cells, channels) = (1 << 24, 1 << 12, 16)
        let scale = type == .int8 ? Quantization(scale: 1, zeroPoint: 0) : nil
        let input = builder.tensor("x", type, [0, 1, width, 1], quantization: scale)
        let size = channels * cells * (type == .int8 ? 1 : 4)
        let weights = builder.tensor(
            "w", type, [channels, 1, cells, 1], quantization: scale,
            data: [UInt8](repeating: 0, count: size))
        let output = builder.tensor("y", type, [0, 1, width, channels], quantization: scale)
        // A dilation that makes rows more than twice as long makes a run of each cell in all tiers.
        builder.node(
            builtin: BuiltinOperator.conv2D.number, inputs: [input, weights], outputs: [output],
            options: [1: .int(1), 2: .int(1), 4: .int(1 << 13), 5: .int(1)])
        (builder.inputs, builder.outputs) = ([input], [output])
        #expect(outcome(builder) == .tooLarge)
    }

    /// Numbers of 64 bits that shape a plan are limited to the range of 32 bits.
    @Test func sliceNumbersAreLimitedTo32Bits() {
        for number in [Int64.max, .min, 1 << 62, 1 << 40] {
            var builder = ModelBuilder()
            let input = builder.tensor("x", .int8, [4])
            let output = builder.tensor("y", .int8, [4])
            let words = [0, number, number == .min ? -1 : 1].map { value in
                builder.tensor("n", .int64, [1], data: value.littleEndianBytes)
            }
            builder.node(
                builtin: BuiltinOperator.stridedSlice.number, inputs: [input] + words,
                outputs: [output])
            (builder.inputs, builder.outputs) = ([input], [output])
            #expect(outcome(builder) == nil)
        }
    }

    /// 2²⁷ products of empty matrices: a plan may not need memory for each of them.
    @Test func manyEmptyProductsNeedNoMemory() {
        var builder = ModelBuilder()
        let left = builder.tensor("a", .float32, [1 << 27, 1, 0])
        let right = builder.tensor("b", .float32, [0, 1])
        let output = builder.tensor("y", .float32, [1, 1, 1])
        builder.node(
            builtin: BuiltinOperator.batchMatmul.number, inputs: [left, right], outputs: [output])
        (builder.inputs, builder.outputs) = ([left, right], [output])
        #expect(outcome(builder) == nil)
    }

    /// A map with 1,000 keys that share one long text.
    @Test(arguments: [1, 100_000]) func keysThatShareTextAreReadInPlace(length: Int) {
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
