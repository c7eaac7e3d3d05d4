import CSightKernels

/// The number format in which float convolutions and fully connected layers multiply.
package enum FloatPrecision: String, Sendable, CaseIterable {
    /// Products and sums of binary32.
    case binary32
    /// Inputs and weights are rounded to bfloat16, which keeps 8 of the 24 bits of precision; sums
    /// have binary32.
    ///
    /// It needs a processor of AMD with AVX-512 BF16. Other processors compute as with
    /// ``binary32``, Intel's because they would take longer.
    case bfloat16

    /// Whether this processor has fast instructions for the precision, and the tier in use has
    /// kernels.
    package var isAvailable: Bool {
        switch self {
        case .binary32: true
        case .bfloat16: sight_bf16_igemm_available()
        }
    }
}
