import Foundation
import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Damaged files give a result or a ``ModelError`` in little time and memory, and never a trap.
///
/// `SIGHT_FUZZ_ROUNDS` sets the damaged copies per model, `SIGHT_FUZZ_SEED` the first seed.
@Suite(.timeLimit(.minutes(30))) struct HostileModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    static let rounds = environment["SIGHT_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 30
    static let seed = environment["SIGHT_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    private static let pool = WorkerPool(threadCount: 2)
    private static let limits: ModelLimits = {
        var limits = ModelLimits()
        limits.tensorByteCount = 1 << 20
        limits.arenaByteCount = 1 << 22
        limits.foldedByteCount = 1 << 20
        limits.loopCount = 1000
        return limits
    }()

    /// Reads, prepares and runs a model as far as possible; returns whether a graph ran.
    ///
    /// Expects that a refusal has a message.
    @discardableResult
    static func exercise(_ bytes: [UInt8]) -> Bool {
        var ran = false
        do throws(ModelError) {
            let model = try ModelReader.read(ModelBytes(bytes), limits: limits)
            if let metadata = try? model.metadata(limits: limits) {
                for output in metadata.outputs.indices {
                    _ = try? metadata.labels(forOutput: output)
                    _ = try? metadata.scoreCalibration(forOutput: output, classCount: 3)
                }
            }
            for subgraph in model.subgraphs.indices.prefix(4) {
                let graph = try model.prepare(subgraph: subgraph, pool: pool, limits: limits)
                let execution = Execution(graph)
                try execution.run()
                try execution.run()
                ran = true
                for tensor in graph.outputs {
                    _ = execution.bytes(tensor).reduce(0) { $0 &+ $1 }
                    if tensor.elementType == .string { _ = execution.strings(tensor) }
                }
            }
        } catch {
            #expect(!error.message.isEmpty)
        }
        return ran
    }

    private func damage(_ bytes: [UInt8], _ name: String, rounds: Int = rounds) {
        for round in 0..<rounds {
            let seed = Self.seed &+ UInt64(round)
            var mutator = ModelMutator(seed: seed)
            let damaged = mutator.damage(bytes)
            let start = ProcessInfo.processInfo.systemUptime
            Self.exercise(damaged)
            let time = ProcessInfo.processInfo.systemUptime - start
            #expect(time < 10, "\(name), seed \(seed)")
        }
    }

    // MARK: Models made here

    /// Two graphs' worth of features: constants, aliases, signatures, quantization, metadata.
    private static let made: [UInt8] = {
        var builder = ModelBuilder()
        let input = builder.tensor(
            "in", .uint8, [2, 3], quantization: Quantization(scale: 0.5, zeroPoint: 3),
            shapeSignature: [-1, 3])
        let extents = builder.constant("shape", [3, -1])
        let middle = builder.tensor("middle", .uint8, [3, 2])
        let flat = builder.tensor("flat", .uint8, [1, 3, 2])
        let output = builder.tensor("out", .uint8, [3, 2])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(builtin: 22, inputs: [input, extents], outputs: [middle])
        builder.node(
            builtin: 22, inputs: [middle], outputs: [flat], options: [0: .ints([1, 3, 2])])
        builder.node(builtin: 43, inputs: [flat], outputs: [output], options: [0: .ints([0])])
        builder.signature("serve", inputs: [("x", input)], outputs: [("y", output)])
        builder.metadata("min_runtime_version", Array("1.14.0\0\0".utf8))
        return builder.build()
    }()

    @Test func madeModelRuns() {
        #expect(Self.exercise(Self.made))
    }

    @Test func everyTruncation() {
        let runs = Self.made.indices.filter { Self.exercise(Array(Self.made.prefix($0))) }
        // The last bytes may be padding.
        let shortest = Self.made.count - 4
        #expect(runs.allSatisfy { $0 > shortest }, "a file cut off at \(runs) ran")
    }

    @Test func everyByte() {
        var (runs, refusals) = (0, 0)
        for index in Self.made.indices {
            for value: UInt8 in [0, 1, 4, 0x7F, 0x80, 0xFC, 0xFF] {
                var bytes = Self.made
                bytes[index] = value
                if Self.exercise(bytes) { runs += 1 } else { refusals += 1 }
            }
        }
        #expect(runs > 0 && refusals > 0, "\(runs) of the damaged files ran")
    }

    @Test func everyBit() {
        var (runs, refusals) = (0, 0)
        for index in Self.made.indices {
            for bit in 0..<8 {
                var bytes = Self.made
                bytes[index] ^= 1 << bit
                if Self.exercise(bytes) { runs += 1 } else { refusals += 1 }
            }
        }
        #expect(runs > 0 && refusals > 0, "\(runs) of the damaged files ran")
    }

    @Test func manyChanges() {
        damage(Self.made, "made", rounds: Self.rounds * 20)
    }

    // MARK: What the fuzzer found

    /// Files that once crashed, hung or took too much memory; see Documentation/FUZZING.md.
    static let findings: [String] = {
        let folder = GoldenFile.folder.deletingLastPathComponent().appendingPathComponent("hostile")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".model") }.sorted().map {
            folder.appendingPathComponent($0).path
        }
    }()

    @Test func findingsAreThere() {
        #expect(!Self.findings.isEmpty, "no file ends in .model; see Documentation/FUZZING.md")
    }

    @Test(arguments: findings)
    func finding(path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        Self.exercise(bytes)
        if let model = try? ModelReader.read(ModelBytes(bytes)) {
            _ = try? model.prepare(pool: Self.pool)
        }
    }

    /// Changes meaningful numbers: extents, types, operators, options.
    @Test func structuredChanges() throws {
        for name in [
            "CONV_2D", "ADD", "STRIDED_SLICE", "SOFTMAX", "GATHER", "RESIZE_BILINEAR", "EQUAL",
            "HASHTABLE_FIND", "HASHTABLE_LOOKUP", "SVDF", "BIDIRECTIONAL_SEQUENCE_RNN",
            "BIDIRECTIONAL_SEQUENCE_LSTM", "MULTINOMIAL", "DENSIFY",
        ] {
            let models = try GoldenFile(operatorName: name).cases.map(\.model)
            for round in 0..<(Self.rounds * 4) {
                var bytes = models[round % models.count]
                var mutator = StructuredMutator(SeededGenerator(seed: Self.seed &+ UInt64(round)))
                mutator.damage(&bytes)
                Self.exercise(bytes)
            }
        }
    }

    // MARK: Fixtures

    static let small: [String] =
        SharedFixtures.areAvailable
        ? SharedFixtures.models(under: "models/tiny", maximumByteCount: 4_500)
            + SharedFixtures.models(under: "models/malformed") : []

    @Test(.enabled(if: SharedFixtures.areAvailable)) func fixturesAreThere() {
        #expect(Self.small.count > 100)
    }

    @Test(.enabled(if: SharedFixtures.areAvailable), arguments: small)
    func fixture(path: String) throws {
        let bytes = try SharedFixtures.bytes(path)
        Self.exercise(bytes)
        let step = max(1, bytes.count / (Self.rounds * 4))
        for count in stride(from: 0, to: bytes.count, by: step) {
            Self.exercise(Array(bytes.prefix(count)))
        }
        damage(bytes, path)
    }
}
