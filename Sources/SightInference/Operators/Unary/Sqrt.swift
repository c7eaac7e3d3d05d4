import SightModelFile

/// SQRT: the square root.
///
/// float32.
struct Sqrt: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.sqrt)

    @inline(__always)
    func apply(_ x: Float) -> Float { x.squareRoot() }
}
