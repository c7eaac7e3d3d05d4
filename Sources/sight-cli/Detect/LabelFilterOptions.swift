import ArgumentParser

/// The options `--allow` and `--deny`, which choose labels by their texts.
struct LabelFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep only this label; repeat the option for more labels.",
            discussion: """
                Of the classifier if there is one: a box whose labels are dropped stays. Otherwise \
                of the detector, and boxes with other labels are dropped. Not with --deny.
                """, valueName: "label"))
    var allow: [String] = []

    @Option(
        help: ArgumentHelp(
            "Drop this label, as --allow keeps one; not with --allow.", valueName: "label"))
    var deny: [String] = []

    func validate() throws {
        guard allow.isEmpty || deny.isEmpty else {
            throw ValidationError("--allow and --deny exclude each other")
        }
    }

    /// The texts to keep; `nil` keeps all.
    var allowed: Set<String>? { allow.isEmpty ? nil : Set(allow) }

    /// The texts to drop.
    var denied: Set<String> { Set(deny) }

    /// Checks that a model has the labels: with a wrong spelling, nothing would be found.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func check(_ texts: [String], of model: String) throws(CommandError) {
        guard let label = (allow + deny).first(where: { !texts.contains($0) }) else { return }
        throw CommandError(
            .usage,
            "\(allow.isEmpty ? "--deny" : "--allow") \(label): "
                + (texts.isEmpty
                    ? "\(model) has no labels: give them with --labels"
                    : "\(model) has no such label: give labels as the model spells them"))
    }
}
