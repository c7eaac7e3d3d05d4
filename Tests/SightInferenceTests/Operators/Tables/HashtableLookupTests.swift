import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

@Suite struct HashtableLookupTests {
    private func error(
        keys: ElementType = .int32, wanted: [Int] = [2], rows: [Int] = [3, 2],
        output: ElementType = .float32, hits: ElementType = .uint8
    ) -> ModelError? {
        var builder = ModelBuilder()
        let first = builder.tensor("wanted", .int32, wanted)
        let second = builder.tensor("keys", keys, [3])
        let third = builder.tensor("rows", .float32, rows)
        builder.inputs = [first, second, third]
        builder.outputs = [builder.tensor("out", output, []), builder.tensor("hits", hits, [])]
        builder.node(builtin: 10, inputs: builder.inputs, outputs: builder.outputs)
        return #expect(throws: ModelError.self) {
            try ModelReader.read(ModelBytes(builder.build()))
                .prepare(pool: WorkerPool(threadCount: 1))
        }
    }

    @Test func whatDoesNotFitIsRefused() {
        #expect(error(keys: .int64)?.code == .unsupported)
        #expect(error(hits: .bool)?.code == .unsupported)
        #expect(error(wanted: [2, 1])?.code == .invalidNode)
        #expect(error(rows: [4, 2])?.code == .invalidNode)
        #expect(error(rows: [])?.code == .invalidNode)
        #expect(error(output: .int32)?.code == .invalidNode)
    }
}
