import ArgumentParser

/// The options of commands that take their inputs from a list and never stop for one of them.
struct BatchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take inputs from a list, one a line: a path, or JSON with an id; - for standard input.",
            discussion: """
                {"id": 7, "path": "a.jpg"} names a file, {"id": "x", "image": "…"} brings a \
                picture's bytes in Base64. Each line is answered by one line of JSON, in order, as \
                soon as it is known; what fails is a line, too, with "error".
                """,
            valueName: "file"))
    var pathsFrom: String?

    @Option(
        help: ArgumentHelp(
            "Leave out what this file of an earlier run has a line for; it need not exist.",
            discussion: """
                With >> FILE a run that was killed goes on where it was: a line that was cut off is \
                taken away first.
                """,
            valueName: "file"))
    var skipDone: String?

    func validate() throws {
        if skipDone != nil, pathsFrom == nil {
            throw ValidationError("--skip-done belongs to --paths-from")
        }
    }
}
