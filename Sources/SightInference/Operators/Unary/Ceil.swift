import SightModelFile

/// CEIL: rounds toward infinity.
///
/// float32.
struct Ceil: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.ceil)

    @inline(__always)
    func apply(_ x: Float) -> Float { x.rounded(.up) }
}
