import CSightKernels
import Foundation
import SightModelFile
import SightTensor

/// LOGISTIC: `1 / (1 + e⁻ˣ)`.
///
/// float32, quantized uint8, int8 and int16.
///
/// Bytes are mapped by a table of the float function, as in the reference; their output scale must
/// be 1/256.
/// - Source: TensorFlow Lite `activations`.
enum Logistic: Operator {
    static let code = OperatorCode.builtin(.logistic)
    static let versions = 1...3

    struct Sigmoid: RowFunction {
        @inline(__always)
        func apply(_ x: Float) -> Float { 1 / (1 + expf(-x)) }

        static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
            kernels.pointee.sigmoids
        }
    }

    /// The product of a number and its ``Sigmoid``.
    fileprivate struct Swish: RowFunction {
        func apply(_ x: Float) -> Float { x * Sigmoid().apply(x) }

        static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel? {
            kernels.pointee.swishes
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let (input, output) = (try node.input(0), try node.output(0))
        try node.expectSameType(input, output)
        switch input.elementType {
        case .float32: return try node.elementwise(Sigmoid())
        case .uint8, .int8:
            let low = input.elementType == .int8 ? -128 : 0
            guard try node.affine(output) == Affine(scale: 1 / 256, zeroPoint: Int32(low)) else {
                throw node.fail("the output's scale must be 1/256 and its zero point \(low)")
            }
            return try node.lookup(real: { Sigmoid().apply($0) })
        case .int16: return try node.elementwise(SigmoidTable(node, input, output, isTanh: false))
        default: throw node.unsupported(input)
        }
    }
}

extension Preparation {
    /// Sets output 0 to the products of the elements of input 0 and their sigmoids; float32.
    func swish() throws(ModelError) -> any PreparedOperator { try elementwise(Logistic.Swish()) }
}
