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

/// The axes of windows that begin at indices, and of the list that has the elements of all windows.
///
/// - Source: StableHLO specification, `gather` and `scatter`.
package struct StablehloWindowAxes: Sendable {
    /// The axes of the list that are axes of a window; the others count windows.
    package let windowAxes: [Int]
    /// The axes of the tensor along which each window has one element, and which the list omits.
    package let omittedAxes: [Int]
    /// The axis of the tensor for each number of an index.
    package let indexedAxes: [Int]
    /// The axis of the indices along which the numbers of an index lie; the rank of the indices if
    /// each index is a single number.
    package let indexAxis: Int

    /// Reads four fields in the order of the schema.
    fileprivate init(_ table: OptionsTable, firstField: Int) throws(ModelError) {
        windowAxes = try table.longs(firstField)
        omittedAxes = try table.longs(firstField + 1)
        indexedAxes = try table.longs(firstField + 2)
        indexAxis = Int(try table.long(firstField + 3))
    }
}

/// The options of STABLEHLO_SCATTER.
///
/// - Source: `StablehloScatterOptions` of the TensorFlow Lite schema.
package struct StablehloScatterOptions: Sendable {
    /// The axes of windows; the updates are the list.
    package let axes: StablehloWindowAxes
    /// The graph that combines an element with its update, as an index in ``Model/subgraphs``.
    package let graph: Int

    package init(_ table: OptionsTable) throws(ModelError) {
        axes = try StablehloWindowAxes(table, firstField: 1)
        graph = try table.int(6)
    }
}

/// The options of STABLEHLO_GATHER.
///
/// - Source: `StablehloGatherOptions` of the TensorFlow Lite schema.
package struct StablehloGatherOptions: Sendable {
    /// The axes of windows; the result is the list.
    package let axes: StablehloWindowAxes
    /// The number of elements of a window along each axis of the tensor.
    package let sizes: [Int]

    package init(_ table: OptionsTable) throws(ModelError) {
        axes = try StablehloWindowAxes(table, firstField: 0)
        sizes = try table.longs(4)
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
