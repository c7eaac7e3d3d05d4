import Foundation
import SightModelFile

/// EXP: e to the power.
///
/// float32, quantised int8 and uint8.
struct Exponential: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.exp)
    static let takesBytes = true

    @inline(__always)
    func apply(_ x: Float) -> Float { expf(x) }
}
