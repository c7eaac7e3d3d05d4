import Foundation
import SightModelFile
import SightTensor

/// POW: raises the first operand to the power of the second, with broadcasting.
///
/// float32 and int32; integer exponents may not be negative.
/// - Source: TensorFlow Lite `pow`.
enum Pow: Operator {
    static let code = OperatorCode.builtin(.pow)
    static let versions = 1...1

    private struct FloatPower: BinaryFunction {
        func apply(_ a: Float, _ b: Float) -> Float { powf(a, b) }
    }

    /// Integer powers, which wrap on overflow.
    private struct IntegerPower: BinaryFunction {
        func apply(_ a: Int32, _ b: Int32) -> Int32 {
            var (result, base, exponent) = (Int32(1), a, b)
            while exponent > 0 {
                if exponent & 1 == 1 { result &*= base }
                base &*= base
                exponent >>= 1
            }
            return result
        }
    }

    /// Throws if an exponent is negative.
    private struct ExponentCheck: PreparedOperator {
        let exponent: TensorSpec
        let place: String

        func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError) {
            let values = memory.elements(exponent.slot, as: Int32.self)
            for i in 0..<exponent.shape.elementCount where values[i] < 0 {
                throw ModelError(.outOfRange, "\(place): the exponent \(values[i]) is negative")
            }
        }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b) = (try node.input(0), try node.input(1))
        try node.expectSameType(a, b, node.output(0))
        switch a.elementType {
        case .float32: return try node.elementwise(FloatPower())
        case .int32:
            node.addPhase(ExponentCheck(exponent: b, place: node.place))
            return try node.elementwise(IntegerPower())
        default: throw node.unsupported(a)
        }
    }
}
