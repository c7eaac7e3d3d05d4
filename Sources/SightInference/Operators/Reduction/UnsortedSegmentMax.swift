import SightModelFile

/// UNSORTED_SEGMENT_MAX: the largest of the rows of each segment.
enum UnsortedSegmentMax: UnsortedSegmentOperator {
    static let code = OperatorCode.builtin(.unsortedSegmentMax)

    static func start<Value: SegmentElement>(_: Value.Type) -> Value { .least }
    @inline(__always)
    static func combine<Value: SegmentElement>(_ a: Value, _ b: Value) -> Value { max(a, b) }
}
