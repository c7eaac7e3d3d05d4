/// The options of RESHAPE.
///
/// - Source: `ReshapeOptions` of the TensorFlow Lite schema.
package struct ReshapeOptions: Sendable {
    package let extents: [Int]

    package init(_ table: OptionsTable) throws(ModelError) {
        extents = try table.ints(0) ?? []
    }
}

/// The options of SQUEEZE.
///
/// - Source: `SqueezeOptions` of the TensorFlow Lite schema.
package struct SqueezeOptions: Sendable {
    package let axes: [Int]

    package init(_ table: OptionsTable) throws(ModelError) {
        axes = try table.ints(0) ?? []
    }
}

/// The options of CONCATENATION.
///
/// - Source: `ConcatenationOptions` of the TensorFlow Lite schema.
package struct ConcatenationOptions: Sendable {
    package let axis: Int
    package let activation: ActivationOption

    package init(_ table: OptionsTable) throws(ModelError) {
        axis = try table.int(0)
        activation = try table.activation(1)
    }
}

/// The options of PACK.
///
/// - Source: `PackOptions` of the TensorFlow Lite schema.
package struct PackOptions: Sendable {
    package let count: Int
    package let axis: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        count = try table.int(0)
        axis = try table.int(1)
    }
}

/// The options of UNPACK.
///
/// - Source: `UnpackOptions` of the TensorFlow Lite schema.
package struct UnpackOptions: Sendable {
    package let count: Int
    package let axis: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        count = try table.int(0)
        axis = try table.int(1)
    }
}

/// The options of SPLIT and SPLIT_V.
///
/// - Source: `SplitOptions` of the TensorFlow Lite schema.
package struct SplitOptions: Sendable {
    package let count: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        count = try table.int(0)
    }
}

/// The options of REVERSE_SEQUENCE.
///
/// - Source: `ReverseSequenceOptions` of the TensorFlow Lite schema.
package struct ReverseSequenceOptions: Sendable {
    package let sequenceAxis: Int
    package let batchAxis: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        sequenceAxis = try table.int(0)
        batchAxis = try table.int(1)
    }
}

/// The options of SPACE_TO_DEPTH and DEPTH_TO_SPACE.
///
/// - Source: `SpaceToDepthOptions` of the TensorFlow Lite schema.
package struct BlockOptions: Sendable {
    /// The number of pixels along each side of a block.
    package let block: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        block = try table.int(0)
    }
}

/// The options of MIRROR_PAD.
///
/// - Source: `MirrorPadOptions` of the TensorFlow Lite schema.
package struct MirrorPadOptions: Sendable {
    /// Whether the element at the edge is repeated (SYMMETRIC) or not (REFLECT).
    package let repeatsEdge: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        repeatsEdge = try table.byte(0) == 1
    }
}

/// The options of STRIDED_SLICE; masks have a bit for each axis.
///
/// - Source: `StridedSliceOptions` of the TensorFlow Lite schema.
package struct StridedSliceOptions: Sendable {
    package let beginMask: Int
    package let endMask: Int
    package let ellipsisMask: Int
    package let newAxisMask: Int
    package let shrinkMask: Int
    /// Whether the ends are relative to the begins.
    package let isOffset: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        beginMask = try table.int(0)
        endMask = try table.int(1)
        ellipsisMask = try table.int(2)
        newAxisMask = try table.int(3)
        shrinkMask = try table.int(4)
        isOffset = try table.bool(5)
    }
}
