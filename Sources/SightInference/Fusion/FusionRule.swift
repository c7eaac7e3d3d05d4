/// A rewrite that lets one node do the work of another.
///
/// The tensor between them is not written and read again; the numbers stay the same to the bit.
package enum FusionRule: String, Sendable, CaseIterable {
    /// A convolution reads the image without the border that a PAD would copy around it.
    case padIntoConvolution
    /// A pointwise convolution computes the depthwise layer before it, a few pixels at a time.
    case depthwiseIntoPointwise
    /// A layer adds the other operand of the ADD after it.
    case sumIntoLayer
    /// A layer or an arithmetic operator clamps as the rectifier after it would.
    case rectifierIntoLayer
}
