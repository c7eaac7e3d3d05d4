import ArgumentParser

/// The option `--input-size`, for a model that leaves the size of its image input open.
struct InputSizeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The size of the input if the model leaves it open, such as 224x224.",
            discussion: "The size in the file or in its metadata by default.", valueName: "size"))
    var inputSize: InputSizeArgument?
}
