import SightModelFile
import SightTensor

/// CAST: converts numbers to another element type.
///
/// It converts float32, float64, float16, int8, uint8, int16, uint16, int32, uint32, int64, bool
/// and complex64. If both types are equal, the node does nothing, for any type. An integer that
/// does not fit another integer type loses its high bits. A real number that becomes an integer
/// loses its fraction; if it does not fit, it becomes the nearest integer that does. Every number
/// except 0 becomes `true`. A complex number becomes its real part.
/// - Source: TensorFlow Lite `cast`.
enum Cast: Operator {
    static let code = OperatorCode.builtin(.cast)
    static let versions = 1...9

    private struct Conversion<Source: CastElement, Target: CastElement>: UnaryFunction {
        @inline(__always)
        func apply(_ x: Source) -> Target { Target(cast: x) }
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        if try node.output(0).elementType == input.elementType {
            try node.alias(output: 0, input: 0, shape: input.shape)
            return NoOperation()
        }
        switch input.elementType {
        case .float32: return try convert(Float.self, node)
        case .float64: return try convert(Double.self, node)
        case .float16: return try convert(HalfElement.self, node)
        case .int8: return try convert(Int8.self, node)
        case .uint8: return try convert(UInt8.self, node)
        case .int16: return try convert(Int16.self, node)
        case .uint16: return try convert(UInt16.self, node)
        case .int32: return try convert(Int32.self, node)
        case .uint32: return try convert(UInt32.self, node)
        case .int64: return try convert(Int64.self, node)
        case .bool: return try convert(BoolElement.self, node)
        case .complex64: return try convert(ComplexElement.self, node)
        default: throw node.unsupported(input)
        }
    }

    private static func convert<Source: CastElement>(_: Source.Type, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        let output = try node.output(0)
        switch output.elementType {
        case .float32: return try node.elementwise(Conversion<Source, Float>())
        case .float64: return try node.elementwise(Conversion<Source, Double>())
        case .float16: return try node.elementwise(Conversion<Source, HalfElement>())
        case .int8: return try node.elementwise(Conversion<Source, Int8>())
        case .uint8: return try node.elementwise(Conversion<Source, UInt8>())
        case .int16: return try node.elementwise(Conversion<Source, Int16>())
        case .uint16: return try node.elementwise(Conversion<Source, UInt16>())
        case .int32: return try node.elementwise(Conversion<Source, Int32>())
        case .uint32: return try node.elementwise(Conversion<Source, UInt32>())
        case .int64: return try node.elementwise(Conversion<Source, Int64>())
        case .bool: return try node.elementwise(Conversion<Source, BoolElement>())
        case .complex64: return try node.elementwise(Conversion<Source, ComplexElement>())
        default: throw node.unsupported(output)
        }
    }
}
