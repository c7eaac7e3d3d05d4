import Foundation
import SightModels
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

    /// `sign` has an option of this name, which takes the version of a model.
    @Test func theVersionIsThatOfSight() throws {
        let outcome = try folder.run("--version")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output == "sight-sign \(SightVersion.current)")
        let help = try folder.run("sign", "--help").output
        let rows = help.split(separator: "\n").filter { $0.hasPrefix("  --version") }
        #expect(rows.count == 1, "\(help)")
    }

    /// A copied example breaks if the parser has broken its line.
    @Test func examplesFitIntoALine() throws {
        let lines = try folder.run("--help").output
            .split(separator: "\n", omittingEmptySubsequences: false)
        let examples = lines.drop { $0 != "EXAMPLES:" }.dropFirst().prefix { !$0.isEmpty }
        #expect(examples.count >= 5)
        for line in examples { #expect(line.hasPrefix("  ") && line.count <= 78, "\(line)") }
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
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("this is not a valid history of keys"))
    }

    /// Makes the key `a.key` and the history `k.json`.
    private func makeKeys() throws {
        let key = try folder.keys("a")[0]
        _ = try folder.run("keys", "create", "k.json", "--publisher", "p", "--key", key)
    }

    private func write(_ text: String, to name: String) throws {
        let path = folder.url.appendingPathComponent(name).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    @Test(arguments: ["", "no key", "sight-private-key:", "sight-private-key:AAAA"])
    func filesOfOtherThingsAreNoKeys(text: String) throws {
        try makeKeys()
        try folder.writeModel(1)
        try write(text, to: "b.key")
        let outcome = try folder.sign(1, "k.json", by: "b.key")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("b.key: this is not a valid private key"),
            "\(outcome.errors)")
    }

    /// Files of earlier versions have only the key in Base64.
    @Test func keysWithoutALabelAreRead() throws {
        try makeKeys()
        try folder.writeModel(1)
        let text = String(decoding: folder.content("a.key") ?? Data(), as: UTF8.self)
        #expect(text.hasPrefix("sight-private-key:"))
        try write(String(text.dropFirst("sight-private-key:".count)), to: "b.key")
        #expect(try folder.sign(1, "k.json", by: "b.key").status == 0)
    }

    /// A private key is refused, and the message does not repeat it.
    @Test func privateKeysAreNotPublished() throws {
        _ = try folder.keys("a")
        let labeled = String(decoding: folder.content("a.key") ?? Data(), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let outcome = try folder.run(
            "keys", "create", "k.json", "--publisher", "p", "--key", labeled)
        #expect(
            outcome.status == 2 && outcome.errors.contains("is a private key"),
            "\(outcome.errors)")
        #expect(!outcome.errors.contains(labeled.suffix(20)))
        #expect(folder.content("k.json") == nil)
    }

    /// Devices refuse an older version, and two files with the same one.
    @Test func signedManifestsAreReplacedByNewerOnes() throws {
        try makeKeys()
        try folder.writeModel(1)
        let name = "bird.tflite.signed.json"
        #expect(try folder.sign(6, "k.json", by: "a.key").status == 0)
        #expect(try folder.sign(6, "k.json", by: "a.key").status == 0)
        let signed = folder.content(name)
        let older = try folder.sign(5, "k.json", by: "a.key")
        #expect(older.status == 1 && older.output.isEmpty)
        #expect(older.errors.contains("\(name) has version 6 of \"bird\""), "\(older.errors)")
        #expect(older.errors.contains("refuse version 5") && older.errors.contains("--force"))
        try folder.writeModel(2)
        let other = try folder.sign(6, "k.json", by: "a.key")
        #expect(other.status == 1, "\(other.errors)")
        #expect(other.errors.contains("\(name) is of another file with the same version 6"))
        #expect(other.errors.contains("refuse this file; sign a version above 6"))
        #expect(folder.content(name) == signed)
        #expect(try folder.sign(7, "k.json", by: "a.key").status == 0)
        #expect(try folder.sign(5, "k.json", by: "a.key", "--force").status == 0)
    }

    /// Devices would refuse the file after they have downloaded it.
    @Test func onlyModelsAreSigned() throws {
        try makeKeys()
        try write("This is a text.", to: "bird.tflite")
        let outcome = try folder.sign(1, "k.json", by: "a.key")
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("bird.tflite: "), "\(outcome.errors)")
        #expect(outcome.errors.contains("not a TensorFlow Lite model"), "\(outcome.errors)")
        #expect(folder.content("bird.tflite.signed.json") == nil)
    }
}
