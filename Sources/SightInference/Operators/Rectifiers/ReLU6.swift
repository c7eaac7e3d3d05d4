import SightModelFile

/// RELU6: moves values into 0 … 6.
enum ReLU6: RectifierOperator {
    static let code = OperatorCode.builtin(.relu6)
    static let range: ClosedRange<Float> = 0...6
}
