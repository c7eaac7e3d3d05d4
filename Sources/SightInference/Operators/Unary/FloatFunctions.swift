import CSightKernels
import Foundation
import SightModelFile
import SightTensor

/// An operator that applies one function of a float to each element.
///
/// If ``FloatFunctionOperator/takesIntegers`` is true, it also maps quantized bytes with a table,
/// and quantized int16 with samples.
protocol FloatFunctionOperator: Operator, UnaryFunction where Operand == Float, Result == Float {
    init()
    /// Whether quantized tensors of 8 and 16 bits are accepted.
    static var takesIntegers: Bool { get }
    /// Returns the result for the real number that an integer represents; infinities saturate.
    func applyToInteger(_ x: Float) -> Float
}

extension FloatFunctionOperator {
    static var versions: ClosedRange<Int> { 1...2 }
    static var takesIntegers: Bool { false }

    func applyToInteger(_ x: Float) -> Float { apply(x) }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        let function = Self()
        if input.elementType.isByte, takesIntegers {
            return try node.lookup(real: { function.applyToInteger($0) })
        }
        if input.elementType == .int16, takesIntegers {
            return try node.sampled(real: { function.applyToInteger($0) })
        }
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        return try node.elementwise(function)
    }
}

/// FLOOR: rounds toward minus infinity.
///
/// float32.
struct Floor: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.floor)

    @inline(__always)
    func apply(_ x: Float) -> Float { x.rounded(.down) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.floors
    }
}

/// CEIL: rounds toward infinity.
///
/// float32.
struct Ceil: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.ceil)

    @inline(__always)
    func apply(_ x: Float) -> Float { x.rounded(.up) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.ceilings
    }
}

/// ROUND: rounds to nearest, ties to even.
///
/// float32.
struct Round: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.round)

    @inline(__always)
    func apply(_ x: Float) -> Float { x.rounded(.toNearestOrEven) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.roundings
    }
}

/// SQUARE: the square.
///
/// float32.
struct Square: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.square)

    @inline(__always)
    func apply(_ x: Float) -> Float { x * x }
}

/// EXP: e to the power.
///
/// float32, quantized int8, uint8 and int16.
struct Exponential: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.exp)
    static let takesIntegers = true

    @inline(__always)
    func apply(_ x: Float) -> Float { expf(x) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.exponentials
    }
}

/// LOG: the natural logarithm.
///
/// float32, quantized int8, uint8 and int16.
struct Logarithm: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.log)
    static let takesIntegers = true

    @inline(__always)
    func apply(_ x: Float) -> Float { logf(x) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.logarithms
    }

    /// Integers of negative numbers give the smallest result, as those of 0 do.
    func applyToInteger(_ x: Float) -> Float { x > 0 ? logf(x) : -.infinity }
}

/// SIN: the sine, in radians.
///
/// float32.
struct Sine: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.sin)

    @inline(__always)
    func apply(_ x: Float) -> Float { sinf(x) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.sines
    }
}

/// COS: the cosine, in radians.
///
/// float32.
struct Cosine: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.cos)

    @inline(__always)
    func apply(_ x: Float) -> Float { cosf(x) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.cosines
    }
}
