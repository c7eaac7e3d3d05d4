import Foundation
import SightModelFile

/// FLOOR_MOD: the remainder with the sign of the divisor.
///
/// - Source: TensorFlow Lite `floor_mod`.
enum FloorMod: FlooringOperator {
    static let code = OperatorCode.builtin(.floorMod)

    @inline(__always)
    static func apply(_ a: Float, _ b: Float) -> Float {
        let remainder = fmodf(a, b)
        return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder
    }

    @inline(__always)
    static func apply<Value: FixedWidthInteger>(_ a: Value, _ b: Value) -> Value {
        let remainder = a.remainderReportingOverflow(dividingBy: b).partialValue
        return remainder != 0 && (remainder < 0) != (b < 0) ? remainder &+ b : remainder
    }
}
