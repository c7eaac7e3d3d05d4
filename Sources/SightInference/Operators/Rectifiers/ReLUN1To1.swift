import SightModelFile

/// RELU_N1_TO_1: moves values into −1 … 1.
enum ReLUN1To1: RectifierOperator {
    static let code = OperatorCode.builtin(.reluN1To1)
    static let range: ClosedRange<Float> = -1...1
}
