import CSightKernels
import SightModelFile
import SightTensor

/// The larger of two values: `a > b ? a : b`, so the second one if either is NaN.
struct Larger<Value: Comparable & BitwiseCopyable & Sendable>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value { a > b ? a : b }
}

/// The smaller of two values: `a < b ? a : b`, so the second one if either is NaN.
struct Smaller<Value: Comparable & BitwiseCopyable & Sendable>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value { a < b ? a : b }
}

/// The larger or smaller of two bytes, with a vector kernel.
private struct ByteExtremum: RepeatedRows {
    /// The bits to change so that the result has the larger bits as an unsigned number.
    private let flip: UInt8
    private let kernel = sight_row_kernels_best(sight_current_tier()).pointee.greater_bytes

    init(_ type: ElementType, isLargest: Bool) {
        flip = (type == .int8 ? 0x80 : 0) ^ (isLargest ? 0 : 0xFF)
    }

    func row(
        _ a: UnsafeMutablePointer<UInt8>, _ b: UnsafeMutablePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        kernel?(a, steps.x, b, steps.y, count, flip, output)
    }
}

extension Preparation {
    /// Prepares the larger or smaller of the elements of two tensors of bytes.
    fileprivate func extremumOfBytes(isLargest: Bool) throws(ModelError) -> any PreparedOperator {
        try elementwise(ByteExtremum(input(0).elementType, isLargest: isLargest))
    }

    /// Checks that both operands and the output have the same type, and returns it.
    func expectExtremumOperands() throws(ModelError) -> ElementType {
        try expect(inputs: 2...2)
        let (a, b, output) = (try input(0), try input(1), try self.output(0))
        try expectSameType(a, b, output)
        return a.elementType
    }
}

/// MAXIMUM: the larger of two elements, with broadcasting.
///
/// Quantized tensors are compared as stored, as in the reference; their scales should be the same.
/// - Source: TensorFlow Lite `maximum_minimum`.
enum Maximum: Operator {
    static let code = OperatorCode.builtin(.maximum)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        switch try node.expectExtremumOperands() {
        case .float32: return try node.elementwise(FloatArithmetic(.larger))
        case .int64: return try node.elementwise(Larger<Int64>())
        case .int32: return try node.elementwise(Larger<Int32>())
        case .int16: return try node.elementwise(Larger<Int16>())
        case .uint8, .int8: return try node.extremumOfBytes(isLargest: true)
        default: throw node.unsupported(try node.input(0))
        }
    }
}

/// MINIMUM: the smaller of two elements, with broadcasting.
///
/// Quantized tensors are compared as stored, as in the reference; their scales should be the same.
/// - Source: TensorFlow Lite `maximum_minimum`.
enum Minimum: Operator {
    static let code = OperatorCode.builtin(.minimum)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        switch try node.expectExtremumOperands() {
        case .float32: return try node.elementwise(FloatArithmetic(.smaller))
        case .int64: return try node.elementwise(Smaller<Int64>())
        case .int32: return try node.elementwise(Smaller<Int32>())
        case .int16: return try node.elementwise(Smaller<Int16>())
        case .uint8, .int8: return try node.extremumOfBytes(isLargest: false)
        default: throw node.unsupported(try node.input(0))
        }
    }
}
