package import SightModelFile

/// The ways in which a prepared operator can be fused with others.
package enum OperatorForm {
    /// It cannot be fused.
    case plain
    /// It surrounds its input with zeros: the numbers of elements before and after, by axis.
    case border(before: [Int], after: [Int])
    /// It can compute its output in strips.
    case source(any StripSource)
    /// It can read its input in strips.
    case reader(any StripReader)
}

/// A prepared layer that can compute any of its output pixels and write them to any memory.
package protocol StripSource: PreparedOperator {
    /// The tensor that the layer reads.
    var source: TensorSlot { get }
    /// The granularity of strips: the number of pixels is a multiple of it, except in the last one.
    var pixelUnit: Int { get }
    /// The size of an output pixel in bytes.
    var pixelBytes: Int { get }
    /// The cost of an output pixel, in the units of ``BlockSplit``.
    var pixelCost: Int { get }

    /// Computes pixels; `output` is the address where pixel 0 would be.
    func compute(
        _ pixels: Range<Int>, into output: UnsafeMutableRawPointer, _ memory: borrowing TensorMemory
    )
}

extension StripSource {
    package var form: OperatorForm { .source(self) }
}

/// A prepared layer that can read the output of a ``StripSource`` in strips.
package protocol StripReader: PreparedOperator {
    /// Returns an operator that computes both layers.
    ///
    /// `reserve` returns working memory of a number of bytes.
    ///
    /// - Returns: the operator; `nil` if it would take more time than it saves.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func joined(
        with layer: any StripSource, threads: Int,
        reserve: (_ byteCount: Int) throws(ModelError) -> TensorSlot
    ) throws(ModelError) -> (any PreparedOperator)?
}
