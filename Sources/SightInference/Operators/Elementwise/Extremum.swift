import SightModelFile
import SightTensor

/// The larger of two values; NaN wins over nothing: `a > b ? a : b`.
struct Larger<Value: Comparable & BitwiseCopyable & Sendable>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value { a > b ? a : b }
}

/// The smaller of two values: `a < b ? a : b`.
struct Smaller<Value: Comparable & BitwiseCopyable & Sendable>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> Value { a < b ? a : b }
}

extension Preparation {
    /// Checks what MAXIMUM and MINIMUM share: one type, one quantisation.
    func expectExtremumOperands() throws(ModelError) -> ElementType {
        try expect(inputs: 2...2)
        let (a, b, output) = (try input(0), try input(1), try self.output(0))
        try expectSameType(a, b, output)
        return a.elementType
    }
}
