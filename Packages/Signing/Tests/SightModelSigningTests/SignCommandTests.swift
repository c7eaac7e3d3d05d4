import Testing

/// Errors of the program: one line that names the bad value, and the documented exit status.
@Suite struct SignCommandTests {
    private let folder: SignFolder

    init() throws { folder = try SignFolder() }

    @Test(arguments: [
        (["nonsense"], "nonsense"), (["keys", "show", "k", "--nope"], "--nope"),
        (["sign"], "--name"),
        (["keys", "generate"], "<file>"), (["download", "bird", "--keys", "k.json"], "--url"),
        (["keys", "create", "k.json", "--publisher", "p", "--key", "x"], "Base64"),
    ])
    func wrongUsageIsOneLineWithStatusTwo(arguments: [String], word: String) throws {
        let outcome = try folder.run(arguments)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("sight-sign: ") && outcome.errors.contains(word))
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(!outcome.errors.contains("Usage:") && !outcome.errors.contains("Error:"))
        #expect(outcome.errors.contains("--help"), "\(outcome.errors)")
    }

    @Test(arguments: [["--help"], ["sign", "--help"], []])
    func helpIsOutput(arguments: [String]) throws {
        let outcome = try folder.run(arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.contains("USAGE: sight-sign"))
    }

    /// The message names the path and the reason, without the dictionary of Foundation's errors.
    @Test func missingFilesAreNamed() throws {
        let key = try folder.keys("a")[0]
        _ = try folder.run("keys", "create", "k.json", "--publisher", "p", "--key", key)
        let options = ["--name", "bird", "--keys", "k.json"]
        for (arguments, path) in [
            (["sign", "none", "--version", "1", "--by", "a.key"] + options, "none"),
            (["sign", "k.json", "--version", "1", "--by", "no.key"] + options, "no.key"),
            (["countersign", "none", "--by", "a.key"], "none"),
            (["verify", "none"] + options, "none.signed.json"),
            (["keys", "show", "no.json"], "no.json"),
            (["keys", "create", "no/k.json", "--publisher", "p", "--key", key], "no/k.json"),
        ] {
            let outcome = try folder.run(arguments)
            #expect(outcome.status == 1 && outcome.output.isEmpty)
            #expect(outcome.errors.contains(path), "\(outcome.errors)")
            #expect(outcome.errors.hasSuffix(": No such file or directory\n"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("Domain"))
        }
    }

    @Test func filesOfOtherThingsAreNoHistories() throws {
        try folder.writeModel(1)
        let outcome = try folder.run("keys", "show", "bird.tflite")
        #expect(outcome.status == 1 && outcome.errors.contains("this is no history of keys"))
    }
}
