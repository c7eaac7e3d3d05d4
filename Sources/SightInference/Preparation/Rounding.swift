/// How 8-bit convolutions narrow their 32-bit sums.
///
/// Both lie within one unit of each other for a single layer; a deep net amplifies single units.
package enum Rounding: String, Sendable, CaseIterable {
    /// To the nearest integer, ties to even, of a product of binary32: more exact and faster.
    ///
    /// What TensorFlow Lite's optimised kernels do, whose scores peers' own tests assert.
    case nearest
    /// In two roundings, as TensorFlow Lite's reference kernels do, to the bit.
    case reference
}
