package import SightModelFile

/// What a prepared operator can do besides running by itself.
package enum OperatorForm {
    /// Nothing.
    case plain
    /// It surrounds its input with zeros: elements before and after, by axis.
    case border(before: [Int], after: [Int])
    /// It can compute its output a strip at a time.
    case source(any StripSource)
    /// It can read its input a strip at a time.
    case reader(any StripReader)
}

/// A prepared layer that can compute any of its output pixels, wherever they are wanted.
package protocol StripSource: PreparedOperator {
    /// What the layer reads.
    var source: TensorSlot { get }
    /// Pixels are computed in multiples of so many.
    var pixelUnit: Int { get }
    /// Bytes of an output pixel.
    var pixelBytes: Int { get }
    /// What a pixel costs, in the units in which work is split.
    var pixelCost: Int { get }

    /// Computes pixels; the first of all would lie at `output`.
    func compute(
        _ pixels: Range<Int>, into output: UnsafeMutableRawPointer, _ memory: borrowing TensorMemory
    )
}

extension StripSource {
    package var form: OperatorForm { .source(self) }
}

/// A prepared layer that can follow a ``StripSource`` strip by strip.
package protocol StripReader: PreparedOperator {
    /// The operator that does the work of both layers.
    ///
    /// `reserve` gives working memory of so many bytes.
    ///
    /// - Returns: `nil` where it would cost more than it saves.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func joined(
        with layer: any StripSource, threads: Int,
        reserve: (_ byteCount: Int) throws(ModelError) -> TensorSlot
    ) throws(ModelError) -> (any PreparedOperator)?
}
