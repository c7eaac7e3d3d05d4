import Foundation
import SightInference
import SightModelFile
import SightTensor

/// Reads, prepares and runs a model made of any bytes, with limits that keep runs short.
private enum FuzzModel {
    static let pool = WorkerPool(threadCount: 1)
    static let limits: ModelLimits = {
        var limits = ModelLimits()
        limits.tensorByteCount = 1 << 14
        limits.arenaByteCount = 1 << 20
        limits.foldedByteCount = 1 << 18
        limits.loopCount = 50
        limits.callCount = 16
        limits.stageCount = 8
        return limits
    }()

    static func exercise(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        let model = try ModelReader.read(ModelBytes(bytes), limits: limits)
        if let metadata = try? model.metadata(limits: limits) {
            for output in metadata.outputs.indices {
                _ = try? metadata.labels(forOutput: output)
                _ = try? metadata.scoreCalibration(forOutput: output, classCount: 3)
            }
        }
        let graph = try model.prepare(
            pool: pool, rounding: bytes.count % 2 == 0 ? .nearest : .reference, limits: limits)
        let execution = Execution(graph)
        fill(graph.inputs, of: execution, seed: UInt64(bytes.count))
        try execution.run()
        fill(graph.inputs, of: execution, seed: UInt64(bytes.count) << 20 | 1)
        try execution.run()
        for tensor in execution.outputs {
            _ = execution.bytes(tensor).reduce(0) { $0 &+ $1 }
            guard tensor.elementType == .string else { continue }
            _ = StringPacking.pack(execution.strings(tensor)).map { packed in
                packed.withUnsafeBytes { StringPacking.unpack($0) }
            }
        }
    }

    /// Fills inputs with small and with arbitrary numbers, so that indices and divisors are valid
    /// in some runs and invalid in others.
    private static func fill(_ inputs: [TensorSpec], of execution: Execution, seed: UInt64) {
        var generator = SplitMix64(state: seed)
        for input in inputs {
            let bytes = execution.bytes(input)
            let isSmall = generator.next() % 2 == 0
            // Arbitrary numbers represent no string, so every other run has valid strings.
            if input.elementType == .string, isSmall {
                let words: [[UInt8]] = (0..<input.shape.elementCount).map { _ in
                    [[], Array("a bc d".utf8), Array("sight".utf8)][Int(generator.next() % 3)]
                }
                try? execution.setStrings(words, of: input)
                continue
            }
            for index in bytes.indices {
                let value = UInt8(truncatingIfNeeded: generator.next() >> 32)
                bytes[index] = isSmall ? (index % 4 == 0 ? value % 4 : 0) : value
            }
        }
    }
}

/// One execution.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size, FuzzModel.exercise)
}
