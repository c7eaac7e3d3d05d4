import SightModelFile

/// ROUND: rounds to nearest, ties to even.
///
/// float32.
struct Round: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.round)

    @inline(__always)
    func apply(_ x: Float) -> Float { x.rounded(.toNearestOrEven) }
}
