import SightModelFile

/// UNSORTED_SEGMENT_MIN: the smallest of the rows of each segment.
enum UnsortedSegmentMin: UnsortedSegmentOperator {
    static let code = OperatorCode.builtin(.unsortedSegmentMin)

    static func start<Value: SegmentElement>(_: Value.Type) -> Value { .greatest }
    @inline(__always)
    static func combine<Value: SegmentElement>(_ a: Value, _ b: Value) -> Value { min(a, b) }
}
