import Foundation
import SightModelFile

/// SIN: the sine, in radians.
///
/// float32.
struct Sine: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.sin)

    @inline(__always)
    func apply(_ x: Float) -> Float { sinf(x) }
}
