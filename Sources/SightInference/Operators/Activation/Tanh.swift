import CSightKernels
import Foundation
import SightModelFile
import SightTensor

/// TANH: the hyperbolic tangent.
///
/// float32, quantized uint8, int8 and int16.
///
/// - Source: TensorFlow Lite `activations`.
enum Tanh: Operator {
    static let code = OperatorCode.builtin(.tanh)
    static let versions = 1...3

    private struct Tangent: RowFunction {
        func apply(_ x: Float) -> Float { tanhf(x) }

        static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
            kernels.pointee.tangents
        }
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
        case .int16: return try node.elementwise(SigmoidTable(node, input, output, isTanh: true))
        default: throw node.unsupported(input)
        }
    }
}
