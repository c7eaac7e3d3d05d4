import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Malformed bidirectional layers.
@Suite struct BidirectionalTests {
    /// A plain layer of 2 units forwards and 3 backwards over `[1, 4, 5]`.
    private func prepare(
        outputs: Int = 2, isMerged: Bool = false, second: [Int]? = nil, weights: [Int]? = nil,
        otherWeights: [Int]? = nil, state: Int = 3
    ) throws -> PreparedGraph {
        var builder = ModelBuilder()
        let input = builder.tensor("input", .float32, [1, 4, 5])
        var inputs: [Int?] = [input]
        for (units, kept) in [(2, 2), (3, state)] {
            inputs += [
                builder.tensor("weights", .float32, [units, 5], data: zeros(units * 5)),
                builder.tensor("recurrent", .float32, [units, units], data: zeros(units * units)),
                builder.tensor("bias", .float32, [units], data: zeros(units)),
                builder.tensor("state", .float32, [1, kept], isVariable: true),
            ]
        }
        builder.inputs = [input]
        inputs.append(
            second.map { shape in
                let tensor = builder.tensor("second", .float32, shape)
                builder.inputs.append(tensor)
                return tensor
            })
        for shape in [weights, otherWeights] {
            inputs.append(
                shape.map {
                    builder.tensor("weights", .float32, $0, data: zeros($0.reduce(1, *)))
                })
        }
        builder.outputs = (0..<outputs).map { builder.tensor("output \($0)", .float32, []) }
        builder.node(
            builtin: 46, inputs: inputs, outputs: builder.outputs,
            options: [1: .byte(4), 2: .bool(isMerged)])
        return try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: 4 * count) }

    @Test func outputsHaveTheirShapes() throws {
        #expect(try prepare().outputs.map(\.shape) == [[1, 4, 2], [1, 4, 3]])
        #expect(try prepare(outputs: 1, isMerged: true).outputs.map(\.shape) == [[1, 4, 5]])
        let second = try prepare(second: [1, 4, 6], weights: [2, 6], otherWeights: [3, 6])
        #expect(second.outputs.map(\.shape) == [[1, 4, 2], [1, 4, 3]])
    }

    @Test func whatDoesNotFitIsRefused() {
        let attempts: [() throws -> PreparedGraph] = [
            { try prepare(outputs: 1) }, { try prepare(isMerged: true) },
            { try prepare(second: [1, 3, 5]) }, { try prepare(second: [1, 4, 6]) },
            { try prepare(weights: [2, 6], otherWeights: [3, 6]) },
            { try prepare(second: [1, 4, 6], weights: [2, 6]) },
            { try prepare(second: [1, 4, 6], weights: [2, 5], otherWeights: [3, 6]) },
            { try prepare(state: 4) },
        ]
        for attempt in attempts {
            let error = #expect(throws: ModelError.self) { try attempt() }
            #expect(error?.code == .invalidNode)
        }
    }
}
