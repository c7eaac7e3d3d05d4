import Foundation
import SightModelFile

/// LOG: the natural logarithm.
///
/// float32, quantised int8 and uint8.
struct Logarithm: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.log)
    static let takesBytes = true

    @inline(__always)
    func apply(_ x: Float) -> Float { logf(x) }
}
