import ModelFixtures
import SightInference
import SightTensor
import Testing

/// Whole models against what TensorFlow Lite's reference kernels gave for seeded noise.
@Suite(.enabled(if: SharedFixtures.areAvailable)) struct GoldenModelTests {
    /// Models that may differ, and why.
    static let exceptions = [
        "misc/style_transfer_quantized_dynamic.tflite":
            "1.6 % off: it quantises its activations at run time, so last bits move whole steps; "
            + "inputs changed by 10⁻⁷ move LiteRT's own result by 1 % of the same elements' largest"
    ]

    enum Outcome {
        case agrees
        /// Needs an operator or type that is not there yet.
        case isUnsupported(String)
        case differs(String)
    }

    @Test func agreeWithReference() throws {
        let models = try GoldenModel.all().filter { SharedFixtures.has("models/\($0.path)") }
        var (agreeing, prepared) = (0, 0)
        for golden in models {
            switch Self.outcome(golden) {
            case .agrees:
                agreeing += 1
                prepared += 1
            case .isUnsupported(let reason): print("model \(golden.path) unsupported: \(reason)")
            case .differs(let reason):
                prepared += 1
                let known = Self.exceptions[golden.path]
                print("model \(golden.path) differs: \(known ?? reason)")
                #expect(known != nil, "\(golden.path) \(reason)")
            }
        }
        print(
            "\(agreeing) of \(prepared) models agree; "
                + "\(models.count - prepared) of \(models.count) are not supported")
        #expect(agreeing > 0)
    }

    private static func outcome(_ golden: GoldenModel) -> Outcome {
        do throws(ModelError) {
            let bytes = try ModelBytes(contentsOf: SharedFixtures.path("models/\(golden.path)"))
            let graph = try ModelReader.read(bytes).prepare(
                pool: WorkerPool(threadCount: 2), rounding: .reference)
            let execution = Execution(graph)
            for (index, input) in graph.inputs.enumerated() {
                var values = SeededInput(seed: UInt64(index + 1))
                guard values.fill(execution.bytes(input), input.elementType) else {
                    return .isUnsupported("input of \(input.elementType)")
                }
            }
            try execution.run()
            for (index, output) in graph.outputs.enumerated() {
                let problem = difference(
                    Array(execution.bytes(output)), output.elementType, golden.outputs[index],
                    isWhole: golden.nodeCount > 1)
                if let problem { return .differs("output \(index): \(problem)") }
            }
            return .agrees
        } catch {
            return error.code == .unsupported
                ? .isUnsupported(error.message) : .differs(error.message)
        }
    }

    /// What is wrong with an output; `nil` if it agrees.
    ///
    /// Reals may differ by 10⁻⁴ of the largest: sums of thousands in another order. Integers of
    /// one operator may differ by 1; a deep net passes single units on, so by 2 with the same best five.
    private static func difference(
        _ bytes: [UInt8], _ type: ElementType, _ reference: GoldenModel.Output, isWhole: Bool
    ) -> String? {
        guard let width = type.bitWidth.map({ $0 / 8 }), width > 0,
            bytes.count == reference.elementCount * width
        else {
            return "\(bytes.count) bytes of \(type), expected \(reference.elementCount) elements"
        }
        let sample = stride(from: 0, to: reference.elementCount, by: reference.step).flatMap {
            bytes[($0 * width)..<(($0 + 1) * width)]
        }
        let comparison = Comparison(sample, reference.bytes, type)
        guard comparison.isWithin(steps: isWhole ? 2 : 1, share: 1e-4) else {
            return "\(comparison.differing) of \(comparison.count) differ, by up to "
                + "\(comparison.largestStep) units, \(comparison.largestShare) of the largest"
        }
        guard isWhole, width == 1, reference.step == 1, reference.elementCount > 5,
            !keepsBestFive(sample, reference.bytes, isSigned: type == .int8)
        else { return nil }
        return "other best five"
    }

    /// Whether the best five are among the reference's best five, or tie with its fifth.
    private static func keepsBestFive(
        _ result: [UInt8], _ reference: [UInt8], isSigned: Bool
    ) -> Bool {
        let flip: UInt8 = isSigned ? 0x80 : 0
        let fifth = reference.map { $0 ^ flip }.sorted(by: >)[4]
        let best = result.indices.sorted {
            (result[$0] ^ flip, reference[$0] ^ flip) > (result[$1] ^ flip, reference[$1] ^ flip)
        }
        return best.prefix(5).allSatisfy { reference[$0] ^ flip >= fifth }
    }
}
