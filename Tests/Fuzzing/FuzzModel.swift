import Foundation
import ModelFixtures
import SightInference
import SightModelFile
import SightTensor

/// What libFuzzer calls: reads, prepares and runs a model made of any bytes.
///
/// A `ModelError` is a fine answer. A trap, a report of the address sanitizer, an allocation over
/// libFuzzer's limit, or more than `secondsPerExecution` of processor time end the process.
private enum FuzzModel {
    /// Processor time, not the clock's: other work of the machine does not count.
    static let secondsPerExecution = 1.0
    static let pool = WorkerPool(threadCount: 1)
    static let limits: ModelLimits = {
        var limits = ModelLimits()
        limits.tensorByteCount = 1 << 16
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

    /// Small and wild numbers in turn, so that indices and divisors are met from both sides.
    private static func fill(_ inputs: [TensorSpec], of execution: Execution, seed: UInt64) {
        var generator = SplitMix64(state: seed)
        for input in inputs {
            let bytes = execution.bytes(input)
            let isSmall = generator.next() % 2 == 0
            // Wild numbers of strings stand for none; every other time there are real ones.
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

    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// One execution.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let start = FuzzModel.processorSeconds
    do throws(ModelError) {
        try FuzzModel.exercise(UnsafeBufferPointer(start: data, count: size))
    } catch {
        guard !error.message.isEmpty else { fatalError("an error says nothing") }
    }
    let seconds = FuzzModel.processorSeconds - start
    guard seconds < FuzzModel.secondsPerExecution else {
        fatalError("took \(seconds) s of processor time")
    }
    return 0
}

/// One change: of numbers that mean something, of any bytes, or of both.
@_cdecl("LLVMFuzzerCustomMutator")
public func fuzzMutate(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32
) -> Int {
    var size = size
    if seed % 4 != 0 {
        var bytes = Array(UnsafeBufferPointer(start: data, count: size))
        var mutator = StructuredMutator(SplitMix64(state: UInt64(seed)))
        mutator.damage(&bytes)
        data.update(from: bytes, count: size)
    }
    if seed % 4 == 0 || seed % 16 == 1 {
        size = LLVMFuzzerMutate(data, size, maximum)
    }
    return size
}
