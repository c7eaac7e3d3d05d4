/// A rewrite of the graph that fuses one node into another.
///
/// A run then neither writes nor reads the tensor between the two nodes. The results are identical
/// to the bit, except for the sign of zeros of ``padIntoPool``.
package enum FusionRule: String, Sendable, CaseIterable {
    /// A convolution reads the image without the border that a PAD would copy around it.
    case padIntoConvolution
    /// A MAX_POOL_2D reads the image without the border that a PAD would copy around it.
    case padIntoPool
    /// A pointwise convolution computes the depthwise layer before it, a few pixels at a time.
    case depthwiseIntoPointwise
    /// A layer adds the other operand of the ADD after it.
    case sumIntoLayer
    /// A layer adds the input of a PAD, which adds channels of zeros, to its first channels.
    case padIntoSum
    /// A layer or an arithmetic operator applies the clamp of the rectifier after it.
    case rectifierIntoLayer
    /// A LOGISTIC multiplies its results by their arguments, as the MUL after it would.
    case productIntoLogistic
    /// A table of bytes takes the place of float functions between DEQUANTIZE and QUANTIZE.
    case functionsIntoTable
    /// A CONCATENATION copies the items of a list around another item, without the SLICEs of them.
    case itemIntoList
}
