import SightModelFile

/// RELU: moves values into 0 … ∞.
enum ReLU: RectifierOperator {
    static let code = OperatorCode.builtin(.relu)
    static let range: ClosedRange<Float> = 0 ... .infinity
}
