import SightModelFile
import SightTensor

/// An operator that compares two tensors, with broadcasting, and gives Booleans.
///
/// float32, int32, int64, bool and quantised uint8, int8 with different scales; equality also of
/// strings.
/// - Source: TensorFlow Lite `comparisons`.
protocol ComparisonOperator: Operator {
    /// Whether the relation is defined for values without an order, such as strings.
    static var isEquality: Bool { get }
    /// Whether the relation holds.
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool
}

/// The relation of plain values.
struct PlainComparison<
    Relation: ComparisonOperator, Value: Comparable & BitwiseCopyable & Sendable
>: BinaryFunction {
    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> UInt8 { Relation.holds(a, b) ? 1 : 0 }
}

/// The relation of the real numbers that quantized values represent.
///
/// Both values get 8 more bits and are multiplied by their own factor, rounded to nearest, ties
/// away from zero.
struct QuantizedComparison<
    Relation: ComparisonOperator, Value: FixedWidthInteger & BitwiseCopyable & Sendable
>: BinaryFunction {
    let a: Affine
    let b: Affine
    private let factors: (a: FixedPointMultiplier, b: FixedPointMultiplier)

    init(_ a: Affine, _ b: Affine) {
        self.a = a
        self.b = b
        factors = (FixedPointMultiplier(Double(a.scale)), FixedPointMultiplier(Double(b.scale)))
    }

    @inline(__always)
    func apply(_ x: Value, _ y: Value) -> UInt8 {
        let left = (Int32(truncatingIfNeeded: x) &- a.zeroPoint) &<< 8
        let right = (Int32(truncatingIfNeeded: y) &- b.zeroPoint) &<< 8
        return Relation.holds(factors.a.apply(left), factors.b.apply(right)) ? 1 : 0
    }
}

extension ComparisonOperator {
    static var versions: ClosedRange<Int> { 1...5 }
    static var isEquality: Bool { false }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b, output) = (try node.input(0), try node.input(1), try node.output(0))
        try node.expectSameType(a, b)
        guard output.elementType == .bool else { throw node.unsupported(output) }
        switch a.elementType {
        case .float32: return try node.elementwise(PlainComparison<Self, Float>())
        case .int32: return try node.elementwise(PlainComparison<Self, Int32>())
        case .int64: return try node.elementwise(PlainComparison<Self, Int64>())
        case .int16: return try node.elementwise(PlainComparison<Self, Int16>())
        case .bool: return try node.elementwise(PlainComparison<Self, UInt8>())
        case .uint8:
            guard a.quantization != nil else {
                return try node.elementwise(PlainComparison<Self, UInt8>())
            }
            return try node.elementwise(
                QuantizedComparison<Self, UInt8>(node.affine(a), node.affine(b)))
        case .int8:
            guard a.quantization != nil else {
                return try node.elementwise(PlainComparison<Self, Int8>())
            }
            return try node.elementwise(
                QuantizedComparison<Self, Int8>(node.affine(a), node.affine(b)))
        // Equal strings have equal numbers.
        case .string where isEquality: return try node.elementwise(PlainComparison<Self, UInt32>())
        default: throw node.unsupported(a)
        }
    }
}

/// EQUAL: `a == b`, element by element.
enum Equal: ComparisonOperator {
    static let code = OperatorCode.builtin(.equal)
    static let isEquality = true

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a == b }
}

/// NOT_EQUAL: `a != b`, element by element.
enum NotEqual: ComparisonOperator {
    static let code = OperatorCode.builtin(.notEqual)
    static let isEquality = true

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a != b }
}

/// LESS: `a < b`, element by element.
enum Less: ComparisonOperator {
    static let code = OperatorCode.builtin(.less)

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a < b }
}

/// LESS_EQUAL: `a <= b`, element by element.
enum LessEqual: ComparisonOperator {
    static let code = OperatorCode.builtin(.lessEqual)

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a <= b }
}

/// GREATER: `a > b`, element by element.
enum Greater: ComparisonOperator {
    static let code = OperatorCode.builtin(.greater)

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a > b }
}

/// GREATER_EQUAL: `a >= b`, element by element.
enum GreaterEqual: ComparisonOperator {
    static let code = OperatorCode.builtin(.greaterEqual)

    @inline(__always)
    static func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool { a >= b }
}
