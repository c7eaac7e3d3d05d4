import SightTensor

/// RESIZE_BILINEAR: enlarges or shrinks an image by mixing the four pixels around each point.
///
/// float32, uint8, int8, int16.
/// - Source: TensorFlow Lite `resize_bilinear`: uint8 mixes as floats and rounds half up; int8 and
///   int16 use 10 fraction bits and round to nearest, ties away from zero.
enum ResizeBilinear: Operator {
    static let code = OperatorCode.builtin(.resizeBilinear)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let resizing = try Resizing(
            node, alignsCorners: options.bool(2), usesHalfPixels: options.bool(3))
        switch resizing.input.elementType {
        case .float32: return floats(resizing, node, Float.self) { $0 }
        case .uint8: return floats(resizing, node, UInt8.self) { UInt8(saturating: $0 + 0.5) }
        case .int8: return integers(resizing, node, Int8.self)
        case .int16: return integers(resizing, node, Int16.self)
        default: throw node.unsupported(resizing.input)
        }
    }

    @inline(__always)
    private static func floats<Value: BitwiseCopyable & Sendable & RealConvertible>(
        _ resizing: Resizing, _ node: Preparation, _: Value.Type,
        _ round: @escaping @Sendable (Float) -> Value
    ) -> any PreparedOperator {
        let points = SamplePoints(floatsOf: resizing)
        let channels = resizing.input.shape[3]
        return points.loop(resizing, node) { y, x, corners, target, memory in
            let source = memory.elements(resizing.input.slot, as: Value.self)
            let output = memory.elements(resizing.output.slot, as: Value.self) + target
            let (topLeft, bottomLeft) = (source + corners.x, source + corners.y)
            let (topRight, bottomRight) = (source + corners.z, source + corners.w)
            let (left, top) = ((1 - y.fraction), (1 - x.fraction))
            for c in 0..<channels {
                let sum =
                    topLeft[c].asFloat * left * top + bottomLeft[c].asFloat * y.fraction * top
                    + topRight[c].asFloat * left * x.fraction
                    + bottomRight[c].asFloat * y.fraction * x.fraction
                output[c] = round(sum)
            }
        }
    }

    private static func integers<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ resizing: Resizing, _ node: Preparation, _: Value.Type
    ) -> any PreparedOperator {
        let points = SamplePoints(integersOf: resizing)
        let channels = resizing.input.shape[3]
        return points.loop(resizing, node) { y, x, corners, target, memory in
            let source = memory.elements(resizing.input.slot, as: Value.self)
            let output = memory.elements(resizing.output.slot, as: Value.self) + target
            let (bottom, right) = (Int64(y.steps), Int64(x.steps))
            let (top, left) = (1024 - bottom, 1024 - right)
            for c in 0..<channels {
                let sum =
                    Int64(source[corners.x + c]) * top * left
                    + Int64(source[corners.y + c]) * bottom * left
                    + Int64(source[corners.z + c]) * top * right
                    + Int64(source[corners.w + c]) * bottom * right
                let half: Int64 = sum > 0 ? 1 << 19 : -(1 << 19)
                output[c] = Value(truncatingIfNeeded: (sum + half) / (1 << 20))
            }
        }
    }
}

/// An element that is a real number as it stands.
protocol RealConvertible {
    var asFloat: Float { get }
}

extension Float: RealConvertible {
    @inline(__always)
    var asFloat: Float { self }
}

extension UInt8: RealConvertible {
    @inline(__always)
    var asFloat: Float { Float(self) }
}
