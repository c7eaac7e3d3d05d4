import Foundation
import SightModelFile
import SightTensor

/// ATAN2: the angle of the point (second operand, first operand), in radians.
///
/// float32 and float64.
///
/// - Source: TensorFlow Lite `atan2`.
enum Atan2: Operator {
    static let code = OperatorCode.builtin(.atan2)
    static let versions = 1...1

    private struct Angle: BinaryFunction {
        func apply(_ y: Float, _ x: Float) -> Float { atan2f(y, x) }
    }

    private struct WideAngle: BinaryFunction {
        func apply(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let y = try node.input(0)
        try node.expectSameType(y, node.input(1), node.output(0))
        switch y.elementType {
        case .float32: return try node.elementwise(Angle())
        case .float64: return try node.elementwise(WideAngle())
        default: throw node.unsupported(y)
        }
    }
}
