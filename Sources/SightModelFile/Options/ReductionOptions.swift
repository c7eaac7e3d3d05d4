/// The options of the reductions.
///
/// - Source: `ReducerOptions` of the TensorFlow Lite schema.
package struct ReductionOptions: Sendable {
    /// Whether reduced axes are kept with extent 1.
    package let keepsRank: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        keepsRank = try table.bool(0)
    }
}

/// The options of CUMSUM.
///
/// - Source: `CumsumOptions` of the TensorFlow Lite schema.
package struct CumulativeSumOptions: Sendable {
    /// Whether an element is not part of its own sum.
    package let isExclusive: Bool
    package let isReversed: Bool

    package init(_ table: OptionsTable) throws(ModelError) {
        isExclusive = try table.bool(0)
        isReversed = try table.bool(1)
    }
}
