import CSightKernels
import Foundation
import SightModelFile

/// ELU: `x`, or `eˣ − 1` if `x` is below 0.
///
/// float32, quantized int8, uint8 and int16.
struct ELU: FloatFunctionOperator, RowFunction {
    static let code = OperatorCode.builtin(.elu)
    static let takesIntegers = true

    @inline(__always)
    func apply(_ x: Float) -> Float { x < 0 ? expm1f(x) : x }

    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
        kernels.pointee.elus
    }
}
