import Foundation
import SightInference
import SightModelFile
import SightTensor

/// Reads and prepares a model of any bytes for the shapes that its file has, and for hostile ones.
///
/// Nothing runs. Files, tensors and arenas have the limits that programs use. Preparing has less
/// memory, because its time grows with the memory that it takes, and the sanitizers make the filling
/// of tables ten times slower.
private enum FuzzPrepare {
    static let pool = WorkerPool(threadCount: 1)
    /// Extents at which products, strides and offsets overflow.
    static let extents = [0, 1, 2, 3, 1 << 16, (1 << 31) - 1, 1 << 31, 1 << 47, -1]

    static let limits: ModelLimits = {
        var limits = ModelLimits()
        (limits.preparedByteCount, limits.foldedByteCount) = (1 << 24, 1 << 24)
        return limits
    }()

    static func exercise(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        let model = try ModelReader.read(ModelBytes(bytes), limits: limits)
        _ = try? model.prepare(pool: pool, limits: limits)
        var generator = SplitMix64(state: UInt64(bytes.count) << 32 | UInt64(bytes.last ?? 0))
        for _ in 0..<2 {
            var shapes: [Int: Shape] = [:]
            for (position, tensor) in model.main.inputs.enumerated().prefix(4) {
                var extents = model.main.tensors[tensor].shape.dimensions
                if extents.isEmpty { extents = [1] }
                for axis in extents.indices where generator.next() % 2 == 0 {
                    extents[axis] = Self.extents[Int(generator.next() % UInt64(Self.extents.count))]
                }
                shapes[position] = Shape(extents)
            }
            _ = try? model.prepare(inputShapes: shapes, pool: pool, limits: limits)
        }
    }
}

/// One execution.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size, FuzzPrepare.exercise)
}
