import SightModelFile
import SightTensor

/// A type of elements that operators of StableHLO add and multiply.
///
/// Integers wrap.
protocol StablehloNumber: Comparable, BitwiseCopyable, Sendable, ExpressibleByIntegerLiteral {
    func adding(wrapping other: Self) -> Self
    func multiplied(wrapping other: Self) -> Self
}

extension Float: StablehloNumber {
    func adding(wrapping other: Float) -> Float { self + other }
    func multiplied(wrapping other: Float) -> Float { self * other }
}

extension FixedWidthInteger where Self: StablehloNumber {
    func adding(wrapping other: Self) -> Self { self &+ other }
    func multiplied(wrapping other: Self) -> Self { self &* other }
}

extension Int8: StablehloNumber {}
extension Int16: StablehloNumber {}
extension Int32: StablehloNumber {}
extension Int64: StablehloNumber {}
extension UInt8: StablehloNumber {}
extension UInt16: StablehloNumber {}
extension UInt32: StablehloNumber {}
extension UInt64: StablehloNumber {}

/// A function of two numbers.
protocol Combination: SendableMetatype {
    static func apply<Number: StablehloNumber>(_ a: Number, _ b: Number) -> Number
}

/// An operator that is prepared in the same way for each type of number.
protocol NumberLoop {
    func prepare<Number: StablehloNumber>(_: Number.Type, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
}

extension Preparation {
    /// Prepares an operator for the numbers of a tensor: float32, or integers of 8 to 64 bits.
    ///
    /// - Throws: ``ModelError`` with code `unsupported` for other types, and the operator's errors.
    func prepare(_ loop: some NumberLoop, for spec: TensorSpec) throws(ModelError)
        -> any PreparedOperator
    {
        switch spec.elementType {
        case .float32: return try loop.prepare(Float.self, self)
        case .int8: return try loop.prepare(Int8.self, self)
        case .int16: return try loop.prepare(Int16.self, self)
        case .int32: return try loop.prepare(Int32.self, self)
        case .int64: return try loop.prepare(Int64.self, self)
        case .uint8: return try loop.prepare(UInt8.self, self)
        case .uint16: return try loop.prepare(UInt16.self, self)
        case .uint32: return try loop.prepare(UInt32.self, self)
        case .uint64: return try loop.prepare(UInt64.self, self)
        default: throw unsupported(spec)
        }
    }

    /// Prepares an operator for the element type of a tensor.
    ///
    /// Elements of bool are the bytes 0 and 1.
    func prepareWithTruthValues(_ loop: some NumberLoop, for spec: TensorSpec) throws(ModelError)
        -> any PreparedOperator
    {
        spec.elementType == .bool
            ? try loop.prepare(UInt8.self, self) : try prepare(loop, for: spec)
    }
}
