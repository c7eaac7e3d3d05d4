import ArgumentParser

/// The options `--mean` and `--std`, for a float model whose file does not state its normalization.
struct NormalizationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Subtract this from each byte: one number, or three for red, green and blue.",
            valueName: "numbers"))
    var mean: NumberList?

    @Option(
        help: ArgumentHelp(
            "Divide the difference by this: one number, or three for red, green and blue.",
            valueName: "numbers"))
    var std: NumberList?

    /// The two options together.
    var argument: NormalizationArgument {
        NormalizationArgument(mean: mean, std: std, prefix: "--")
    }

    func validate() throws { try argument.validate() }
}
