/// Documentation/CONFORMANCE.md: the models of the fixtures that run, and reasons for the others.
struct ConformanceListing {
    private let outcomes: [(model: GoldenModel, outcome: ModelOutcome)]

    init(_ outcomes: [(model: GoldenModel, outcome: ModelOutcome)]) { self.outcomes = outcomes }

    var text: String {
        let run = outcomes.filter(\.model.reason.isEmpty)
        let agreeing = run.filter { Self.agrees($0.outcome) }
        let inDoubles = run.count { if case .agreesWithReals = $0.outcome { true } else { false } }
        var lines = [
            "# Conformance", "",
            "This page shows which models give the same outputs in Sight and in LiteRT 2.3.0 with its",
            "reference kernels. It lists every model file of the shared fixtures. Inputs are seeded noise.",
            "Real numbers agree if they differ by at most 10⁻⁴ of the output's largest number. Integers",
            "agree if they differ by at most one unit for a single operator, and by at most two units,",
            "with the same best five, for a network.", "",
            "`Scripts/list-operators.sh` writes this page from `Tests/Fixtures/models/models.golden`, which",
            "`Scripts/goldens/make-model-goldens.py` writes with LiteRT. Do not edit it.", "",
            "**\(agreeing.count) of the \(run.count) models that LiteRT runs agree.** LiteRT does not run "
                + "\(outcomes.count - run.count) other models.",
            "For \(inDoubles) of the exceptions, a computation in double precision confirms Sight's outputs.",
            "",
            "| Folder | Files | LiteRT runs | Sight agrees |", "|---|---|---|---|",
        ]
        for folder in Set(outcomes.map { Self.folder($0.model) }).sorted() {
            let here = outcomes.filter { Self.folder($0.model) == folder }
            let run = here.filter(\.model.reason.isEmpty)
            lines.append(
                "| \(folder) | \(here.count) | \(run.count) "
                    + "| \(run.filter { Self.agrees($0.outcome) }.count) |")
        }
        lines += [
            "", "## Exceptions among the models that LiteRT runs", "",
            "| Model | Reason |", "|---|---|",
        ]
        for (model, outcome) in run where !Self.agrees(outcome) {
            lines.append("| \(model.path) | \(Self.reason(outcome)) |")
        }
        lines += ["", "## Models that LiteRT does not run", "", "| Model | Reason |", "|---|---|"]
        for (model, _) in outcomes where !model.reason.isEmpty {
            lines.append("| \(model.path) | \(Self.cell(model.reason)) |")
        }
        lines += ["", "## Models that agree", "", "| Model | Nodes |", "|---|---|"]
        lines += agreeing.map { "| \($0.model.path) | \($0.model.nodeCount) |" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func folder(_ model: GoldenModel) -> String {
        model.path.split(separator: "/").dropLast().joined(separator: "/")
    }

    private static func agrees(_ outcome: ModelOutcome) -> Bool {
        if case .agrees = outcome { true } else { false }
    }

    private static func reason(_ outcome: ModelOutcome) -> String {
        switch outcome {
        case .agrees: ""
        case .agreesWithReals(let reason), .isKnownToDiffer(let reason),
            .isUnsupported(let reason), .differs(let reason):
            cell(reason)
        }
    }

    /// Text for a cell: one line, no bars.
    private static func cell(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "|" ? " " : $0 })
    }
}
