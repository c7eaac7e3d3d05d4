import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Compares every operator with TensorFlow Lite's reference kernels.
@Suite struct GoldenOperatorTests {
    /// Layers whose integers must equal the reference's to the bit with its rounding.
    static let layers = ["CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED"]

    @Test func casesAreThere() {
        #expect(GoldenFile.operators.count == 177)
    }

    @Test(arguments: GoldenFile.operators)
    func matchesReference(operatorName: String) throws {
        let file = try GoldenFile(operatorName: operatorName)
        #expect(!file.cases.isEmpty)
        var (exact, elements, differing) = (0, 0, 0)
        var (step, share) = (0, 0.0)
        for golden in file.cases {
            let place = "\(operatorName) \(golden.name)"
            let outputs: [(tensor: TensorSpec, bytes: [UInt8])]
            do {
                outputs = try Self.run(golden)
            } catch {
                Issue.record("\(place): \(error)")
                continue
            }
            guard outputs.count == golden.outputs.count else {
                Issue.record("\(place): \(outputs.count) outputs, not \(golden.outputs.count)")
                continue
            }
            var isExact = true
            for (index, output) in outputs.enumerated() {
                let reference = golden.outputs[index]
                let isScalar = reference.shape.isEmpty || reference.shape == [1]
                #expect(
                    output.tensor.shape.dimensions == reference.shape
                        || isScalar && output.tensor.shape.elementCount == 1, "\(place)")
                guard output.bytes.count == reference.bytes.count else {
                    Issue.record("\(place): \(output.bytes.count) bytes")
                    continue
                }
                let comparison = Comparison(
                    output.bytes, reference.bytes, output.tensor.elementType)
                // One operator: a few roundings of single precision.
                #expect(
                    comparison.isWithin(
                        steps: Self.layers.contains(operatorName) ? 0 : 1, share: 2e-6),
                    "\(place): output \(index) is off by \(comparison.largestStep) units, \(comparison.largestShare) of the largest; \(comparison.differing) of \(comparison.count) differ"
                )
                isExact = isExact && comparison.differing == 0
                elements += comparison.count
                differing += comparison.differing
                step = max(step, comparison.largestStep)
                share = max(share, comparison.largestShare)
            }
            exact += isExact ? 1 : 0
        }
        print(
            "operator \(operatorName): \(exact) of \(file.cases.count) cases bit-exact, "
                + "\(differing) of \(elements) elements differ, by up to \(step) units, "
                + "\(share) of the largest")
    }

    @Test(arguments: layers)
    func staysNearReferenceWhenRoundingToNearest(operatorName: String) throws {
        let file = try GoldenFile(operatorName: operatorName)
        #expect(!file.cases.isEmpty)
        for golden in file.cases {
            let outputs = try Self.run(golden, rounding: .nearest)
            try #require(outputs.count == golden.outputs.count)
            for (output, reference) in zip(outputs, golden.outputs) {
                let comparison = Comparison(
                    output.bytes, reference.bytes, output.tensor.elementType)
                #expect(comparison.isWithin(share: 2e-6), "\(operatorName) \(golden.name)")
            }
        }
    }

    static func run(_ golden: GoldenFile.Case, rounding: Rounding = .reference) throws -> [(
        tensor: TensorSpec, bytes: [UInt8]
    )] {
        let model = try ModelReader.read(ModelBytes(golden.model))
        let graph = try model.prepare(
            pool: WorkerPool(threadCount: 2), rounding: rounding)
        let execution = Execution(graph)
        for (tensor, bytes) in zip(graph.inputs, golden.inputs) {
            guard tensor.elementType != .string else {
                let strings = bytes.withUnsafeBytes { StringPacking.unpack($0) }
                try execution.setStrings(#require(strings), of: tensor)
                continue
            }
            bytes.withUnsafeBytes { execution.bytes(tensor).copyMemory(from: $0) }
        }
        try execution.run()
        return execution.outputs.map { ($0, execution.recordedBytes($0)) }
    }
}
