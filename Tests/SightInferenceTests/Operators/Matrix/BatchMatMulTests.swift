import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Compares products by kernels of packed matrices with those of the general loop.
///
/// A product of one row by single columns needs too much memory for packing, so that the general
/// loop computes it.
@Suite struct BatchMatMulTests {
    /// One product: the outer extents of both operands, then M, K and N.
    private struct Case {
        var outer: ([Int], [Int])
        var extents: (rows: Int, depth: Int, columns: Int)
        var isLeftTransposed = false
        var isRightTransposed = false
        var isRightConstant = false
        var type = ElementType.float32
        /// The type of the right operand; that of the left one by default.
        var rightType: ElementType?
        var quantization: [Quantization?] = [nil, nil, nil]

        /// Runs one node on the bytes of its operands, with the shapes of this case.
        func run(_ left: [UInt8], _ right: [UInt8], threads: Int = 1) throws -> [UInt8] {
            let (rows, depth, columns) = extents
            var builder = ModelBuilder()
            let tensors = [
                builder.tensor(
                    "left", type, outer.0 + (isLeftTransposed ? [depth, rows] : [rows, depth]),
                    quantization: quantization[0]),
                builder.tensor(
                    "right", rightType ?? type,
                    outer.1 + (isRightTransposed ? [columns, depth] : [depth, columns]),
                    quantization: quantization[1], data: isRightConstant ? right : nil),
                builder.tensor("product", type, [1], quantization: quantization[2]),
            ]
            builder.inputs = Array(tensors[..<(isRightConstant ? 1 : 2)])
            builder.outputs = [tensors[2]]
            builder.node(
                builtin: BuiltinOperator.batchMatmul.number, inputs: Array(tensors[..<2]),
                outputs: [tensors[2]],
                options: [0: .bool(isLeftTransposed), 1: .bool(isRightTransposed)])
            let graph = try ModelReader.read(ModelBytes(builder.build()))
                .prepare(pool: WorkerPool(threadCount: threads))
            let execution = Execution(graph)
            for (tensor, values) in zip(graph.inputs, [left, right]) {
                values.withUnsafeBytes { execution.bytes(tensor).copyMemory(from: $0) }
            }
            try execution.run()
            return Array(execution.bytes(graph.outputs[0]))
        }

        /// The bytes of an element.
        private var size: Int { type == .float32 ? 4 : 1 }

        /// Computes the same product row by row with the general loop.
        func reference(_ left: [UInt8], _ right: [UInt8]) throws -> [UInt8] {
            let (rows, depth, columns) = extents
            let (a, b) = (Self.pair(outer.0), Self.pair(outer.1))
            var row = self
            row.outer = ([1, 1], [columns, 1])
            row.extents = (1, depth, 1)
            (row.isLeftTransposed, row.isRightTransposed, row.isRightConstant) = (
                false, false, false
            )
            var output: [UInt8] = []
            for x in 0..<max(a.0, b.0) {
                for y in 0..<max(a.1, b.1) {
                    let i = (x % a.0) * a.1 + y % a.1
                    let j = (x % b.0) * b.1 + y % b.1
                    let first = matrix(left, i, rows, depth, isTransposed: isLeftTransposed)
                    // [N, K]: its rows are the columns of the right matrix.
                    let second = matrix(right, j, columns, depth, isTransposed: !isRightTransposed)
                    for start in stride(from: 0, to: first.count, by: depth * size) {
                        output += try row.run(Array(first[start..<start + depth * size]), second)
                    }
                }
            }
            return output
        }

        private static func pair(_ extents: [Int]) -> (Int, Int) {
            let padded = [1, 1] + extents
            return (padded[padded.count - 2], padded[padded.count - 1])
        }

        /// The matrix with an index as rows that follow each other.
        private func matrix(
            _ bytes: [UInt8], _ index: Int, _ rows: Int, _ columns: Int, isTransposed: Bool
        ) -> [UInt8] {
            let start = index * rows * columns
            return (0..<rows * columns).flatMap { place in
                let (row, column) = place.quotientAndRemainder(dividingBy: columns)
                let element = start + (isTransposed ? column * rows + row : place)
                return bytes[(element * size)..<((element + 1) * size)]
            }
        }

        var counts: (left: Int, right: Int) {
            let (rows, depth, columns) = extents
            return (
                outer.0.reduce(rows * depth, *), outer.1.reduce(depth * columns, *)
            )
        }
    }

    /// Outer extents with and without broadcasting, and extents around the edges of tiles.
    private static let cases: [Case] = [
        Case(outer: ([], []), extents: (1, 5, 40)),
        Case(outer: ([], []), extents: (5, 1, 3)),
        Case(outer: ([3], [3]), extents: (7, 9, 17)),
        Case(outer: ([2, 3], [2, 3]), extents: (4, 16, 16)),
        Case(outer: ([2, 1], [1, 3]), extents: (3, 7, 33)),
        Case(outer: ([3], []), extents: (13, 33, 15)),
        Case(outer: ([], [2, 2]), extents: (2, 130, 5)),
        Case(outer: ([1, 3], [2, 3]), extents: (12, 4, 32)),
        Case(outer: ([2, 3], [3]), extents: (25, 6, 1)),
        Case(outer: ([], []), extents: (30, 67, 70)),
    ]

    /// All cases with both operands as they are and transposed, and with constants.
    private static func variants(_ body: (Case) throws -> Void) rethrows {
        for base in cases {
            for variant in 0..<8 {
                var test = base
                test.isLeftTransposed = variant & 1 != 0
                test.isRightTransposed = variant & 2 != 0
                test.isRightConstant = variant & 4 != 0
                try body(test)
            }
        }
    }

    @Test("floats: whole numbers are exact", arguments: [1, 3])
    func floats(threads: Int) throws {
        var random = SeededGenerator(seed: 3)
        try Self.variants { test in
            let left = (0..<test.counts.left).map { _ in
                Float(Int.random(in: -9...9, using: &random))
            }
            let right = (0..<test.counts.right).map { _ in
                Float(Int.random(in: -9...9, using: &random))
            }
            let operands = (left.littleEndianBytes, right.littleEndianBytes)
            let result = try test.run(operands.0, operands.1, threads: threads)
            #expect(
                [Float](bytes: result)
                    == [Float](bytes: try test.reference(operands.0, operands.1)),
                "\(test)")
        }
    }

    /// A factor of 1 makes outputs of sums, limited to 16 bits.
    @Test("int16 agrees with floats", arguments: [1, 3], [ElementType.int8, .int16])
    func shorts(threads: Int, rightType: ElementType) throws {
        var random = SeededGenerator(seed: 6)
        let most = rightType == .int8 ? 127 : 999
        try Self.variants { base in
            let left = (0..<base.counts.left).map { _ in Int.random(in: -99...99, using: &random) }
            let right = (0..<base.counts.right).map { _ in
                Int.random(in: -most...most, using: &random)
            }
            let expected = [Float](
                bytes: try base.run(
                    left.map(Float.init).littleEndianBytes, right.map(Float.init).littleEndianBytes)
            )
            var test = base
            (test.type, test.rightType) = (.int16, rightType)
            test.quantization = .init(repeating: Quantization(scale: 1, zeroPoint: 0), count: 3)
            let result = try test.run(
                left.flatMap { Int16($0).littleEndianBytes },
                rightType == .int8
                    ? right.map { UInt8(bitPattern: Int8($0)) }
                    : right.flatMap { Int16($0).littleEndianBytes }, threads: threads)
            #expect([Int16](bytes: result) == expected.map { Int16(clamping: Int($0)) }, "\(test)")
        }
    }

    @Test("int8: the same bits for all zero points", arguments: [1, 3])
    func bytes(threads: Int) throws {
        var random = SeededGenerator(seed: 4)
        let zeroPoints = [(0, 0, 0), (5, 0, -128), (-128, -128, 127), (127, 127, 3), (-11, 40, -9)]
        var index = 0
        try Self.variants { base in
            var test = base
            test.type = .int8
            let zeros = zeroPoints[index % zeroPoints.count]
            // Factors above and below 1.
            let scale: Float = index % 7 == 0 ? 0.7 : 0.013 * Float(test.extents.depth)
            test.quantization = [
                Quantization(scale: 0.031, zeroPoint: zeros.0),
                Quantization(scale: 0.043, zeroPoint: zeros.1),
                Quantization(scale: index % 5 == 0 ? 0.0007 : scale, zeroPoint: zeros.2),
            ]
            index += 1
            let left = (0..<test.counts.left).map { _ in UInt8.random(in: 0...255, using: &random) }
            let right = (0..<test.counts.right).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let result = try test.run(left, right, threads: threads)
            #expect(result == (try test.reference(left, right)), "\(test)")
        }
    }

    @Test("int8 with one scale for each column", arguments: [false, true])
    func columnScales(isTransposed: Bool) throws {
        var random = SeededGenerator(seed: 5)
        let (rows, depth, columns) = (9, 21, 35)
        let scales = (0..<columns).map { 0.01 + Float($0) / 300 }
        var test = Case(outer: ([2], []), extents: (rows, depth, columns), type: .int8)
        test.isRightTransposed = isTransposed
        let left = (0..<test.counts.left).map { _ in UInt8.random(in: 0...255, using: &random) }
        let right = (0..<test.counts.right).map { _ in UInt8.random(in: 0...255, using: &random) }
        let (input, output) = (
            Quantization(scale: 0.05, zeroPoint: 7), Quantization(scale: 1.5, zeroPoint: -3)
        )
        test.quantization = [
            input,
            Quantization(
                scales: scales, zeroPoints: [Int](repeating: 0, count: columns),
                axis: isTransposed ? 0 : 1), output,
        ]
        let result = try test.run(left, right)
        for (column, scale) in scales.enumerated() {
            test.quantization = [input, Quantization(scale: scale, zeroPoint: 0), output]
            let uniform = try test.run(left, right)
            for place in stride(from: column, to: result.count, by: columns) {
                #expect(result[place] == uniform[place])
            }
        }
    }

    @Test("a product of constants is computed while the graph is prepared")
    func constants() throws {
        var builder = ModelBuilder()
        let (left, right) = ((1...12).map(Float.init), (1...32).map { Float($0 % 5) })
        let tensors = [
            builder.tensor("left", .float32, [3, 4], data: left.littleEndianBytes),
            builder.tensor("right", .float32, [4, 8], data: right.littleEndianBytes),
            builder.tensor("product", .float32, [3, 8]),
        ]
        (builder.inputs, builder.outputs) = ([], [tensors[2]])
        builder.node(
            builtin: BuiltinOperator.batchMatmul.number, inputs: Array(tensors[..<2]),
            outputs: [tensors[2]])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        try execution.run()
        let test = Case(outer: ([], []), extents: (3, 4, 8))
        #expect(
            Array(execution.bytes(graph.outputs[0]))
                == (try test.reference(left.littleEndianBytes, right.littleEndianBytes)))
    }

    @Test("numbers that are not finite reach their own row or column")
    func notFinite() throws {
        var left = [Float](repeating: 1, count: 20 * 24)
        var right = [Float](repeating: 1, count: 24 * 40)
        (left[3 * 24 + 5], right[7 * 40 + 11]) = (.nan, .infinity)
        let test = Case(outer: ([], []), extents: (20, 24, 40))
        let result = [Float](bytes: try test.run(left.littleEndianBytes, right.littleEndianBytes))
        for (place, value) in result.enumerated() {
            let (row, column) = (place / 40, place % 40)
            #expect(value.isNaN == (row == 3))
            if row != 3 { #expect(value == (column == 11 ? .infinity : 24)) }
        }
    }
}
