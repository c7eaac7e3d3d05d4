import CSightKernels
import SightModelFile
import SightTensor

/// An operator that compares two tensors, with broadcasting, and gives Booleans.
///
/// float32, int32, int64, bool and quantized uint8, int8 with different scales; equality also of
/// strings.
/// - Source: TensorFlow Lite `comparisons`.
protocol ComparisonOperator: Operator {
    /// The results of the comparison.
    static var relation: Relation { get }
}

/// The results of a comparison, each 0 or 1.
///
/// The relation is a value and not a type, because the compiler would make a copy of each loop for
/// each of six types: a fifth of the engine's code.
struct Relation: Sendable {
    /// The result if the first operand is less than the second.
    var less: UInt8 = 0
    /// The result if both operands are equal.
    var equal: UInt8 = 0
    /// The result if the first operand is greater than the second.
    var greater: UInt8 = 0
    /// 1 to invert the result, which is 0 before if an operand is NaN.
    var inversion: UInt8 = 0

    /// Whether the relation is defined for values without an order, such as strings.
    var isEquality: Bool { less == greater }

    /// Returns 1 if the relation holds, otherwise 0.
    @inline(__always)
    func result<Value: Comparable>(_ a: Value, _ b: Value) -> UInt8 {
        ((a < b ? less : 0) | (a == b ? equal : 0) | (a > b ? greater : 0)) ^ inversion
    }
}

/// The relation of plain values.
struct PlainComparison<Value: Comparable & BitwiseCopyable & Sendable>: BinaryFunction {
    let relation: Relation

    @inline(__always)
    func apply(_ a: Value, _ b: Value) -> UInt8 { relation.result(a, b) }
}

/// The relation of floats, with a vector kernel for each row.
struct FloatComparison: BinaryFunction {
    let relation: Relation

    @inline(__always)
    func apply(_ a: Float, _ b: Float) -> UInt8 { relation.result(a, b) }

    func row(
        _ a: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>,
        _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        let plain =
            relation.isEquality
            ? sight_equal : relation.equal == 1 ? sight_less_or_equal : sight_less
        let (first, second) =
            relation.greater == 1 ? ((b, steps.y), (a, steps.x)) : ((a, steps.x), (b, steps.y))
        sight_row_kernels_best(sight_current_tier()).pointee
            .compare?(
                first.0, first.1, second.0, second.1, count, plain, relation.inversion == 1, output)
    }
}

/// The relation of the real numbers that quantized values represent.
///
/// Both values get 8 more bits and are multiplied by their own factor, rounded to nearest, ties
/// away from zero.
struct QuantizedComparison<
    Value: FixedWidthInteger & BitwiseCopyable & Sendable
>: BinaryFunction {
    private let relation: Relation
    /// For each byte of the first operand, by its bits, the distance from the zero point times the
    /// scale.
    private let lefts: [Int32]
    /// The same for the second operand.
    private let rights: [Int32]

    init(_ relation: Relation, _ a: Affine, _ b: Affine) {
        self.relation = relation
        (lefts, rights) = (Self.table(a), Self.table(b))
    }

    private static func table(_ affine: Affine) -> [Int32] {
        let factor = FixedPointMultiplier(Double(affine.scale))
        return (0..<256).map { bits in
            let value = Int32(truncatingIfNeeded: Value(truncatingIfNeeded: bits))
            return factor.apply((value &- affine.zeroPoint) &<< 8)
        }
    }

    func apply(_ x: Value, _ y: Value) -> UInt8 {
        relation.result(
            lefts[Int(UInt8(truncatingIfNeeded: x))], rights[Int(UInt8(truncatingIfNeeded: y))])
    }

    func row(
        _ a: UnsafeMutablePointer<Value>, _ b: UnsafeMutablePointer<Value>,
        _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        if steps.y == 0, count >= 256 {
            map(a, output, count) { apply($0, b.pointee) }
        } else if steps.x == 0, count >= 256 {
            map(b, output, count) { apply(a.pointee, $0) }
        } else {
            lefts.withUnsafeBufferPointer { lefts in
                rights.withUnsafeBufferPointer { rights in
                    for i in 0..<count {
                        let x = UInt8(truncatingIfNeeded: a[i &* steps.x])
                        let y = UInt8(truncatingIfNeeded: b[i &* steps.y])
                        output[i] = relation.result(lefts[Int(x)], rights[Int(y)])
                    }
                }
            }
        }
    }

    /// Compares each byte with the same value, through a table of the 256 results.
    private func map(
        _ values: UnsafeMutablePointer<Value>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int,
        _ result: (Value) -> UInt8
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { table in
            for bits in 0..<256 {
                table.initializeElement(at: bits, to: result(Value(truncatingIfNeeded: bits)))
            }
            UnsafeMutableRawPointer(values).withMemoryRebound(to: UInt8.self, capacity: count) {
                sight_row_kernels_best(sight_current_tier()).pointee
                    .map_bytes?($0, count, table.baseAddress, output)
            }
        }
    }
}

extension ComparisonOperator {
    static var versions: ClosedRange<Int> { 1...5 }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (a, b, output) = (try node.input(0), try node.input(1), try node.output(0))
        try node.expectSameType(a, b)
        guard output.elementType == .bool else { throw node.unsupported(output) }
        switch a.elementType {
        case .float32: return try node.elementwise(FloatComparison(relation: relation))
        case .int32: return try node.elementwise(PlainComparison<Int32>(relation: relation))
        case .int64: return try node.elementwise(PlainComparison<Int64>(relation: relation))
        case .int16: return try node.elementwise(PlainComparison<Int16>(relation: relation))
        case .bool: return try node.elementwise(PlainComparison<UInt8>(relation: relation))
        case .uint8:
            guard a.quantization != nil else {
                return try node.elementwise(PlainComparison<UInt8>(relation: relation))
            }
            return try node.elementwise(
                QuantizedComparison<UInt8>(relation, node.affine(a), node.affine(b)))
        case .int8:
            guard a.quantization != nil else {
                return try node.elementwise(PlainComparison<Int8>(relation: relation))
            }
            return try node.elementwise(
                QuantizedComparison<Int8>(relation, node.affine(a), node.affine(b)))
        // Equal strings have equal numbers.
        case .string where relation.isEquality:
            return try node.elementwise(PlainComparison<UInt32>(relation: relation))
        default: throw node.unsupported(a)
        }
    }
}

/// EQUAL: `a == b`, element by element.
enum Equal: ComparisonOperator {
    static let code = OperatorCode.builtin(.equal)
    static let relation = Relation(equal: 1)
}

/// NOT_EQUAL: `a != b`, element by element.
enum NotEqual: ComparisonOperator {
    static let code = OperatorCode.builtin(.notEqual)
    static let relation = Relation(equal: 1, inversion: 1)
}

/// LESS: `a < b`, element by element.
enum Less: ComparisonOperator {
    static let code = OperatorCode.builtin(.less)
    static let relation = Relation(less: 1)
}

/// LESS_EQUAL: `a <= b`, element by element.
enum LessEqual: ComparisonOperator {
    static let code = OperatorCode.builtin(.lessEqual)
    static let relation = Relation(less: 1, equal: 1)
}

/// GREATER: `a > b`, element by element.
enum Greater: ComparisonOperator {
    static let code = OperatorCode.builtin(.greater)
    static let relation = Relation(greater: 1)
}

/// GREATER_EQUAL: `a >= b`, element by element.
enum GreaterEqual: ComparisonOperator {
    static let code = OperatorCode.builtin(.greaterEqual)
    static let relation = Relation(equal: 1, greater: 1)
}
