import SightModelFile
import SightTensor

/// An operator that combines the rows of each segment; the segments come in any order.
///
/// float32, int32. Rows of negative segments are left out; segments without rows keep the start.
/// - Source: TensorFlow Lite `unsorted_segment`.
protocol UnsortedSegmentOperator: Operator {
    /// Returns the start value of a segment.
    static func start<Value: SegmentElement>(_: Value.Type) -> Value
    static func combine<Value: SegmentElement>(_ a: Value, _ b: Value) -> Value
}

/// An element of segments; sums and products of integers wrap.
protocol SegmentElement: Comparable, BitwiseCopyable, Sendable {
    static var zero: Self { get }
    static var one: Self { get }
    static var least: Self { get }
    static var greatest: Self { get }
    func adding(_ other: Self) -> Self
    func multiplied(_ other: Self) -> Self
}

extension Float: SegmentElement {
    static var one: Float { 1 }
    static var least: Float { -.greatestFiniteMagnitude }
    static var greatest: Float { .greatestFiniteMagnitude }
    func adding(_ other: Float) -> Float { self + other }
    func multiplied(_ other: Float) -> Float { self * other }
}

extension Int32: SegmentElement {
    static var one: Int32 { 1 }
    static var least: Int32 { .min }
    static var greatest: Int32 { .max }
    func adding(_ other: Int32) -> Int32 { self &+ other }
    func multiplied(_ other: Int32) -> Int32 { self &* other }
}

extension UnsortedSegmentOperator {
    static var versions: ClosedRange<Int> { 1...1 }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let (input, segments) = (try node.input(0), try node.input(1))
        try node.expectSameType(input, node.output(0))
        guard segments.elementType == .int32 else { throw node.unsupported(segments) }
        let rank = segments.shape.rank
        guard rank <= input.shape.rank,
            input.shape.dimensions.prefix(rank) == segments.shape.dimensions[...]
        else { throw node.fail("segments \(segments.shape) do not fit \(input.shape)") }
        let count = try node.integer(2)
        let output = try node.setOutput(
            0, shape: node.shape([count] + input.shape.dimensions[rank...]))
        switch input.elementType {
        case .float32: return loop(input, segments, output, node.place, Float.self)
        case .int32: return loop(input, segments, output, node.place, Int32.self)
        default: throw node.unsupported(input)
        }
    }

    private static func loop<Value: SegmentElement>(
        _ input: TensorSpec, _ segments: TensorSpec, _ output: TensorSpec, _ place: String,
        _: Value.Type
    ) -> any PreparedOperator {
        let count = output.shape[0]
        let inner = output.shape.strides[0]
        return PreparedLoop { _, memory throws(ModelError) in
            let source = memory.elements(input.slot, as: Value.self)
            let target = memory.elements(output.slot, as: Value.self)
            let numbers = memory.elements(segments.slot, as: Int32.self)
            for i in 0..<output.shape.elementCount { target[i] = start(Value.self) }
            for row in 0..<segments.shape.elementCount where numbers[row] >= 0 {
                let segment = Int(numbers[row])
                guard segment < count else {
                    throw ModelError(
                        .outOfRange, "\(place): segment \(segment) is outside 0 ..< \(count)")
                }
                for i in 0..<inner {
                    let element = segment * inner + i
                    target[element] = combine(target[element], source[row * inner + i])
                }
            }
        }
    }
}

/// UNSORTED_SEGMENT_SUM: the sum of the rows of each segment.
enum UnsortedSegmentSum: UnsortedSegmentOperator {
    static let code = OperatorCode.builtin(.unsortedSegmentSum)

    static func start<Value: SegmentElement>(_: Value.Type) -> Value { .zero }
    @inline(__always)
    static func combine<Value: SegmentElement>(_ a: Value, _ b: Value) -> Value { a.adding(b) }
}

/// UNSORTED_SEGMENT_PROD: the product of the rows of each segment.
enum UnsortedSegmentProd: UnsortedSegmentOperator {
    static let code = OperatorCode.builtin(.unsortedSegmentProd)

    static func start<Value: SegmentElement>(_: Value.Type) -> Value { .one }
    @inline(__always)
    static func combine<Value: SegmentElement>(_ a: Value, _ b: Value) -> Value { a.multiplied(b) }
}

/// UNSORTED_SEGMENT_MAX: the largest of the rows of each segment.
enum UnsortedSegmentMax: UnsortedSegmentOperator {
    static let code = OperatorCode.builtin(.unsortedSegmentMax)

    static func start<Value: SegmentElement>(_: Value.Type) -> Value { .least }
    @inline(__always)
    static func combine<Value: SegmentElement>(_ a: Value, _ b: Value) -> Value { max(a, b) }
}

/// UNSORTED_SEGMENT_MIN: the smallest of the rows of each segment.
enum UnsortedSegmentMin: UnsortedSegmentOperator {
    static let code = OperatorCode.builtin(.unsortedSegmentMin)

    static func start<Value: SegmentElement>(_: Value.Type) -> Value { .greatest }
    @inline(__always)
    static func combine<Value: SegmentElement>(_ a: Value, _ b: Value) -> Value { min(a, b) }
}
