import CSightKernels
import Foundation
import SightModelFile
import SightTensor

/// An operator that applies one function of a float to each element.
///
/// If ``FloatFunctionOperator/takesBytes`` is true, it also maps quantized bytes with a table.
protocol FloatFunctionOperator: Operator, UnaryFunction where Operand == Float, Result == Float {
    init()
    /// Whether quantized 8-bit tensors are accepted.
    static var takesBytes: Bool { get }
    /// Returns the result for the real number that a byte represents; infinities saturate.
    func applyToByte(_ x: Float) -> Float
}

extension FloatFunctionOperator {
    static var versions: ClosedRange<Int> { 1...2 }
    static var takesBytes: Bool { false }

    func applyToByte(_ x: Float) -> Float { apply(x) }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        if input.elementType.isByte, takesBytes {
            let function = Self()
            return try node.lookup(real: { function.applyToByte($0) })
        }
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        return try node.elementwise(Self())
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

/// SQRT: the square root.
///
/// float32.
struct Sqrt: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.sqrt)

    @inline(__always)
    func apply(_ x: Float) -> Float { x.squareRoot() }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.roots
    }
}

/// EXP: e to the power.
///
/// float32, quantized int8 and uint8.
struct Exponential: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.exp)
    static let takesBytes = true

    @inline(__always)
    func apply(_ x: Float) -> Float { expf(x) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.exponentials
    }
}

/// LOG: the natural logarithm.
///
/// float32, quantized int8 and uint8.
struct Logarithm: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.log)
    static let takesBytes = true

    @inline(__always)
    func apply(_ x: Float) -> Float { logf(x) }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.logarithms
    }

    /// Bytes of negative numbers give the smallest result, as those of 0 do.
    func applyToByte(_ x: Float) -> Float { x > 0 ? logf(x) : -.infinity }
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
