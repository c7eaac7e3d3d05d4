import SightModelFile
import SightTensor

/// FAKE_QUANT: rounds real numbers to those that a quantized tensor can represent.
///
/// float32.
/// - Source: TensorFlow Lite `fake_quant`; the zero point is nudged so that 0 is exact.
enum FakeQuant: Operator {
    static let code = OperatorCode.builtin(.fakeQuant)
    static let versions = 1...2

    private struct Steps: UnaryFunction {
        let low: Float
        let high: Float
        let scale: Float

        func apply(_ x: Float) -> Float {
            let steps = ((clamp(x, low, high) - low) * (1 / scale)).rounded(
                .toNearestOrAwayFromZero)
            return steps * scale + low
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try FakeQuantOptions(options)
        let input = try node.inputOfOutputType()
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        let (low, high) = (options.low, options.high)
        let bits = options.bitCount
        guard (2...16).contains(bits), low <= 0, high >= 0, low < high, (high - low).isFinite
        else { throw node.fail("\(bits) bits from \(low) to \(high)") }
        let (first, last) = (options.isNarrow ? 1 : 0, Float((1 << bits) - 1))
        let least = Float(first)
        let scale = (high - low) / (last - least)
        let zero = clamp((least - low / scale), least, last).rounded(.toNearestOrAwayFromZero)
        return try node.elementwise(
            Steps(low: (least - zero) * scale, high: (last - zero) * scale, scale: scale))
    }
}
