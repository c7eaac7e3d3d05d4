/// The options of RESIZE_BILINEAR, whose first two fields are no longer used.
///
/// - Source: `ResizeBilinearOptions` of the TensorFlow Lite schema.
package struct ResizeBilinearOptions: Sendable {
    package let alignsCorners: Bool
    package let usesHalfPixels: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        alignsCorners = try table.bool(2)
        usesHalfPixels = try table.bool(3)
    }
}

/// The options of RESIZE_NEAREST_NEIGHBOR.
///
/// - Source: `ResizeNearestNeighborOptions` of the TensorFlow Lite schema.
package struct ResizeNearestNeighborOptions: Sendable {
    package let alignsCorners: Bool
    package let usesHalfPixels: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        alignsCorners = try table.bool(0)
        usesHalfPixels = try table.bool(1)
    }
}
