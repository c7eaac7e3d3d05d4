/// The options of STABLEHLO_PAD, which have one number for each axis.
///
/// - Source: `StablehloPadOptions` of the TensorFlow Lite schema.
package struct StablehloPadOptions: Sendable {
    package let low: [Int]
    package let high: [Int]
    package let gaps: [Int]

    package init(_ table: OptionsTable) throws(ModelError) {
        low = try table.longs(0)
        high = try table.longs(1)
        gaps = try table.longs(2)
    }
}

/// The options of STABLEHLO_SCATTER.
///
/// - Source: `StablehloScatterOptions` of the TensorFlow Lite schema; StableHLO specification,
///   `scatter`.
package struct StablehloScatterOptions: Sendable {
    /// The axes of the updates that are axes of a window; the others count windows.
    package let windowAxes: [Int]
    /// The axes of the result along which each window has one element.
    package let insertedAxes: [Int]
    /// The axis of the result for each number of an index.
    package let indexedAxes: [Int]
    /// The axis of the indices along which the numbers of an index lie; the rank of the indices if
    /// each index is a single number.
    package let indexAxis: Int
    /// The graph that combines an element with its update, as an index in ``Model/subgraphs``.
    package let graph: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        windowAxes = try table.longs(1)
        insertedAxes = try table.longs(2)
        indexedAxes = try table.longs(3)
        indexAxis = Int(try table.long(4))
        graph = try table.int(6)
    }
}

/// The options of STABLEHLO_REDUCE_WINDOW, which have one number for each axis.
///
/// - Source: `StablehloReduceWindowOptions` of the TensorFlow Lite schema.
package struct StablehloReduceWindowOptions: Sendable {
    package let sizes: [Int]
    package let strides: [Int]
    /// The distances of neighboring elements of the input; 1 means no gaps.
    package let inputDilations: [Int]
    /// The distances of neighboring elements of a window.
    package let windowDilations: [Int]
    /// The padding before and after each axis, in turns.
    package let padding: [Int]
    /// The graph that combines two elements, as an index in ``Model/subgraphs``.
    package let graph: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        sizes = try table.longs(0)
        strides = try table.longs(1)
        inputDilations = try table.longs(2)
        windowDilations = try table.longs(3)
        padding = try table.longs(4)
        graph = try table.int(5)
    }
}
