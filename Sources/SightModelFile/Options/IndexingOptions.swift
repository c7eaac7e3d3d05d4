/// The options of GATHER.
///
/// - Source: `GatherOptions` of the TensorFlow Lite schema.
package struct GatherOptions: Sendable {
    package let axis: Int
    /// The number of leading axes that positions and values share.
    package let batchRank: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        axis = try table.int(0)
        batchRank = try table.int(1)
    }
}

/// The options of ONE_HOT.
///
/// - Source: `OneHotOptions` of the TensorFlow Lite schema.
package struct OneHotOptions: Sendable {
    package let axis: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        axis = try table.int(0)
    }
}

/// The options of BUCKETIZE.
///
/// - Source: `BucketizeOptions` of the TensorFlow Lite schema.
package struct BucketizeOptions: Sendable {
    package let boundaries: [Float]

    package init(_ table: OptionsTable) throws(ModelError) {
        boundaries = try table.floats(0)
    }
}
