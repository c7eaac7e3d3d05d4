import SightModelFile

/// UNSORTED_SEGMENT_PROD: the product of the rows of each segment.
enum UnsortedSegmentProd: UnsortedSegmentOperator {
    static let code = OperatorCode.builtin(.unsortedSegmentProd)

    static func start<Value: SegmentElement>(_: Value.Type) -> Value { .one }
    @inline(__always)
    static func combine<Value: SegmentElement>(_ a: Value, _ b: Value) -> Value { a.multiplied(b) }
}
