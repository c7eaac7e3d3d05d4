import SightModelFile

/// FLOOR: rounds toward minus infinity.
///
/// float32.
struct Floor: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.floor)

    @inline(__always)
    func apply(_ x: Float) -> Float { x.rounded(.down) }
}
