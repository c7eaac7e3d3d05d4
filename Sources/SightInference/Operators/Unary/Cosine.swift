import Foundation
import SightModelFile

/// COS: the cosine, in radians.
///
/// float32.
struct Cosine: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.cos)

    @inline(__always)
    func apply(_ x: Float) -> Float { cosf(x) }
}
