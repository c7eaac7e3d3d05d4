import SightModelFile

/// SQUARE: the square.
///
/// float32.
struct Square: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.square)

    @inline(__always)
    func apply(_ x: Float) -> Float { x * x }
}
