import CSightKernels
import SightModelFile
import SightTensor

/// The loop that ARG_MAX and ARG_MIN share: the index of the extreme element along one axis.
///
/// float32, uint8, int8, int16, int32, int64, bool to int32 or int64. Ties keep the lower index.
enum ArgExtremum {
    static func prepare(_ node: Preparation, isMaximum: Bool) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (input, output) = (try node.input(0), try node.output(0))
        let axis = try node.axis(node.integer(1), rank: input.shape.rank)
        guard input.shape[axis] > 0 else { throw node.fail("\(input.shape) has no element there") }
        var kept = input.shape.dimensions
        kept.remove(at: axis)
        try node.setOutput(0, shape: node.shape(kept))
        let loop = Loop(
            input: input, output: output, count: input.shape[axis],
            inner: input.shape.strides[axis], isMaximum: isMaximum)
        if let find = loop.rowKernel {
            switch output.elementType {
            case .int32: return loop.rows(node, find, Int32.self)
            case .int64: return loop.rows(node, find, Int64.self)
            default: throw node.unsupported(output)
            }
        }
        switch input.elementType {
        case .float32: return try loop.make(Float.self, node)
        case .uint8, .bool: return try loop.make(UInt8.self, node)
        case .int8: return try loop.make(Int8.self, node)
        case .int16: return try loop.make(Int16.self, node)
        case .int32: return try loop.make(Int32.self, node)
        case .int64: return try loop.make(Int64.self, node)
        default: throw node.unsupported(input)
        }
    }

    private struct Loop: Sendable {
        let input: TensorSpec
        let output: TensorSpec
        /// The number of elements along the axis, and the distance between two of them.
        let count: Int
        let inner: Int
        let isMaximum: Bool

        /// Finds the places of the extreme elements of contiguous rows, which start at an address.
        typealias RowKernel =
            @Sendable (UnsafeMutableRawPointer, _ rows: Int, UnsafeMutablePointer<Int32>) -> Void

        /// The kernel for contiguous rows of floats or of up to 256 bytes.
        var rowKernel: RowKernel? {
            guard inner == 1, count < 1 << 31 else { return nil }
            let kernels = sight_row_kernels_best(sight_current_tier()).pointee
            if input.elementType == .float32 {
                let find = kernels.extreme_floats
                return { source, rows, indices in
                    find?(
                        source.assumingMemoryBound(to: Float.self), rows, count, isMaximum, indices)
                }
            }
            guard count <= 256, input.elementType.isByte else { return nil }
            let find = kernels.extreme
            // Signed bytes with a flipped top bit are in the same order as unsigned ones.
            let flip = (input.elementType == .int8 ? 0x80 : 0) ^ (isMaximum ? 0 : 0xFF) as UInt8
            return { source, rows, indices in
                find?(source.assumingMemoryBound(to: UInt8.self), rows, count, flip, indices)
            }
        }

        /// Prepares contiguous rows with a kernel.
        func rows<Index: FixedWidthInteger & BitwiseCopyable & Sendable>(
            _ node: Preparation, _ find: @escaping RowKernel, _: Index.Type
        ) -> any PreparedOperator {
            let rowBytes = input.elementType == .float32 ? 4 * count : count
            let split = node.split(input.shape.elementCount / count, cost: count)
            return PreparedLoop(tasks: split.taskCount) { task, memory in
                let range = split.range(task)
                let target = memory.elements(output.slot, as: Index.self) + range.lowerBound
                // Wider indices are widened in place, from the end of their memory to its start.
                let end = UnsafeMutableRawPointer(target + range.count)
                let indices = end.assumingMemoryBound(to: Int32.self) - range.count
                find(memory[input.slot] + range.lowerBound * rowBytes, range.count, indices)
                guard Index.bitWidth > 32 else { return }
                for i in 0..<range.count {
                    let index = UnsafeRawPointer(indices + i).loadUnaligned(as: Int32.self)
                    UnsafeMutableRawPointer(target + i)
                        .storeBytes(of: Index(truncatingIfNeeded: index), as: Index.self)
                }
            }
        }

        func make<Value: Comparable & BitwiseCopyable & Sendable>(
            _: Value.Type, _ node: Preparation
        ) throws(ModelError) -> any PreparedOperator {
            let split = node.split(input.shape.elementCount / count, cost: count)
            switch output.elementType {
            case .int32:
                return PreparedLoop(tasks: split.taskCount) { task, memory in
                    run(split.range(task), memory, Value.self, Int32.self)
                }
            case .int64:
                return PreparedLoop(tasks: split.taskCount) { task, memory in
                    run(split.range(task), memory, Value.self, Int64.self)
                }
            default: throw node.unsupported(output)
            }
        }

        @inline(__always)
        private func run<
            Value: Comparable & BitwiseCopyable, Index: FixedWidthInteger & BitwiseCopyable
        >(
            _ results: Range<Int>, _ memory: borrowing TensorMemory, _: Value.Type, _: Index.Type
        ) {
            let source = memory.elements(input.slot, as: Value.self)
            let target = memory.elements(output.slot, as: Index.self)
            for result in results {
                let (outer, i) = result.quotientAndRemainder(dividingBy: inner)
                let first = source + (outer * count * inner + i)
                var (best, index) = (first.pointee, 0)
                for k in 1..<max(1, count) {
                    let value = first[k * inner]
                    if isMaximum ? value > best : value < best { (best, index) = (value, k) }
                }
                target[result] = Index(truncatingIfNeeded: index)
            }
        }
    }
}

/// ARG_MAX: the index of the largest element along one axis.
///
/// - Source: TensorFlow Lite `arg_min_max`.
enum ArgMax: Operator {
    static let code = OperatorCode.builtin(.argMax)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try ArgExtremum.prepare(node, isMaximum: true)
    }
}

/// ARG_MIN: the index of the smallest element along one axis.
///
/// - Source: TensorFlow Lite `arg_min_max`.
enum ArgMin: Operator {
    static let code = OperatorCode.builtin(.argMin)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try ArgExtremum.prepare(node, isMaximum: false)
    }
}
