import ArgumentParser

/// The options that choose a graph of a model and the shapes of its inputs.
struct GraphOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The signature whose graph is prepared; without it, the main graph.",
            valueName: "key"))
    var signature: String?

    @Option(
        name: .customLong("shape"),
        help: ArgumentHelp(
            "The shape of an input, found by name or index; the next one without either.",
            valueName: "[name-or-index=]extents"))
    var shapes: [String] = []
}
