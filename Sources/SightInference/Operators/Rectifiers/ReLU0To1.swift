import SightModelFile

/// RELU_0_TO_1: moved into 0 … 1.
///
/// float32.
struct ReLU0To1: FloatFunctionOperator {
    static let code = OperatorCode.builtin(.relu0To1)

    @inline(__always)
    func apply(_ x: Float) -> Float { clamp(x, 0, 1) }
}
