import CSightKernels
import SightModelFile
import SightTensor

/// REDUCE_MAX: the largest element along axes.
///
/// float32, int32, int64 and quantized uint8, int8, int16 of one scale.
/// - Source: TensorFlow Lite `reduce`.
enum ReduceMax: Operator {
    static let code = OperatorCode.builtin(.reduceMax)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try Reduction(options, node).extremum(isLargest: true, node)
    }
}

/// REDUCE_MIN: the smallest element along axes.
///
/// float32, int32, int64 and quantized uint8, int8, int16 of one scale.
/// - Source: TensorFlow Lite `reduce`.
enum ReduceMin: Operator {
    static let code = OperatorCode.builtin(.reduceMin)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try Reduction(options, node).extremum(isLargest: false, node)
    }
}

extension Reduction {
    /// Prepares a reduction to the largest or the smallest element.
    fileprivate func extremum(isLargest: Bool, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        switch input.elementType {
        case .float32: floats(isLargest ? sight_greatest : sight_least, isLargest)
        case .int32: extremum(isLargest, from: isLargest ? Int32.min : .max)
        case .int64: extremum(isLargest, from: isLargest ? Int64.min : .max)
        case .uint8: bytes(flip: isLargest ? 0 : 0xFF)
        // Signed bytes with a flipped top bit are in the same order as unsigned ones.
        case .int8: bytes(flip: isLargest ? 0x80 : 0x7F)
        case .int16: extremum(isLargest, from: isLargest ? Int16.min : .max)
        default: throw node.unsupported(input)
        }
    }

    private func floats(_ function: sight_reduction, _ isLargest: Bool) -> any PreparedOperator {
        PreparedLoop { _, memory in
            combine(
                function, memory.elements(input.slot), into: memory.elements(output.slot),
                from: isLargest ? -.infinity : .infinity)
        }
    }

    private func bytes(flip: UInt8) -> any PreparedOperator {
        PreparedLoop { _, memory in
            greatestBytes(
                memory.elements(input.slot), into: memory.elements(output.slot), flip: flip)
        }
    }

    private func extremum<Value: Comparable & BitwiseCopyable & Sendable>(
        _ isLargest: Bool, from start: Value
    ) -> any PreparedOperator {
        PreparedLoop { _, memory in
            let source = memory.elements(input.slot, as: Value.self)
            let target = memory.elements(output.slot, as: Value.self)
            if isLargest {
                fold(source, into: target, from: start) { $0 < $1 ? $1 : $0 }
            } else {
                fold(source, into: target, from: start) { $0 > $1 ? $1 : $0 }
            }
        }
    }
}
