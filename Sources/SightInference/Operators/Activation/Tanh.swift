import Foundation
import SightModelFile
import SightTensor

/// TANH: the hyperbolic tangent.
///
/// float32, quantised uint8, int8 and int16.
///
/// - Source: TensorFlow Lite `activations`.
enum Tanh: Operator {
    static let code = OperatorCode.builtin(.tanh)
    static let versions = 1...3

    private struct Tangent: UnaryFunction {
        func apply(_ x: Float) -> Float { tanhf(x) }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let (input, output) = (try node.input(0), try node.output(0))
        try node.expectSameType(input, output)
        switch input.elementType {
        case .float32: return try node.elementwise(Tangent())
        case .uint8, .int8: return try node.lookup(real: { tanhf($0) })
        case .int16:
            let from = try node.affine(input)
            guard from.zeroPoint == 0,
                try node.affine(output) == Affine(scale: 1 / 32768, zeroPoint: 0)
            else { throw node.fail("int16 needs zero points of 0 and an output scale of 1/32768") }
            return try node.elementwise(SigmoidTable(inputScale: from.scale, isTanh: true))
        default: throw node.unsupported(input)
        }
    }
}
