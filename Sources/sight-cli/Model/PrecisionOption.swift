import ArgumentParser
import SightInference

/// The option `--bfloat16` of commands that run a model of tensors.
struct PrecisionOption: ParsableArguments {
    @Flag(
        help: """
            Round the inputs and weights of float layers to bfloat16: faster and less exact. It needs \
            a processor of AMD with AVX-512 BF16; Intel's would be slower.
            """)
    var bfloat16 = false

    /// The number format in which float layers multiply.
    var precision: FloatPrecision { bfloat16 ? .bfloat16 : .binary32 }

    func validate() throws {
        guard precision.isAvailable else {
            throw ValidationError(
                "--bfloat16: this processor, or the tier that SIGHT_TIER chooses, has no fast "
                    + "products of bfloat16; without the option the model runs in binary32")
        }
    }
}
