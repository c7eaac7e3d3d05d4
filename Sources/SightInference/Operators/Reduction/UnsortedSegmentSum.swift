import SightModelFile

/// UNSORTED_SEGMENT_SUM: the sum of the rows of each segment.
enum UnsortedSegmentSum: UnsortedSegmentOperator {
    static let code = OperatorCode.builtin(.unsortedSegmentSum)

    static func start<Value: SegmentElement>(_: Value.Type) -> Value { .zero }
    @inline(__always)
    static func combine<Value: SegmentElement>(_ a: Value, _ b: Value) -> Value { a.adding(b) }
}
