import ArgumentParser

/// The options of commands that read their inputs from a list and continue after a failure.
struct BatchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read inputs from a list: on each line a path, or JSON with an id; - for standard input.",
            discussion: """
                {"id": 7, "path": "a.jpg"} names a file, {"id": "x", "image": "…"} holds an \
                image's bytes in Base64. The command answers each line by one line of JSON, in the \
                order of the list. An input that fails gets a line with "error"; the exit status \
                is then still 0.
                """,
            valueName: "file"))
    var pathsFrom: String?

    @Option(
        help: ArgumentHelp(
            "Leave out the inputs that this file, of an earlier run with --paths-from, answers.",
            discussion: """
                The file need not exist. Lines of --json without --paths-from have no id and \
                leave out nothing. With >> FILE, a run that was killed goes on where it ended. The \
                command first removes a line that was cut off. An input without an id and a path \
                is recognized by the number of its line.
                """,
            valueName: "file"))
    var skipDone: String?

    func validate() throws {
        if skipDone != nil, pathsFrom == nil {
            throw ValidationError("--skip-done is used only with --paths-from")
        }
    }
}
