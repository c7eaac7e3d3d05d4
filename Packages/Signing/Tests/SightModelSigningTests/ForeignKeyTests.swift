import Foundation
import Testing

/// Keys that belong to no set sign nothing, and files stay as they were.
@Suite struct ForeignKeyTests {
    private let folder: SignFolder
    private let keys: [String]

    /// Makes the keys a, b and c, and a history that has only a.
    init() throws {
        folder = try SignFolder()
        keys = try folder.keys("a", "b", "c")
        _ = try folder.run("keys", "create", "k.json", "--publisher", "p", "--key", keys[0])
    }

    @Test func modelsAreSignedByKeysOfTheNewestSet() throws {
        try folder.writeModel(1)
        let refused = try folder.sign(1, "k.json", by: "c.key")
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("the key \(keys[2]) cannot sign"))
        #expect(refused.errors.contains("not one of the keys of p, version 1"))
        #expect(folder.content("bird.tflite.signed.json") == nil)

        // After a rotation, the keys of the set before are foreign, too.
        _ = try folder.run(
            "keys", "rotate", "k.json", "--key", keys[1], "--by", "a.key", "--by", "b.key")
        #expect(try folder.sign(1, "k.json", by: "b.key").status == 0)
        let manifest = folder.content("bird.tflite.signed.json")
        #expect(try folder.sign(2, "k.json", by: "a.key").status == 1)
        #expect(folder.content("bird.tflite.signed.json") == manifest)
    }

    /// A manifest has the history at the time of signing, so later signatures of the set are
    /// missing in it.
    @Test func nothingIsSignedBeforeTheNewestSetIsComplete() throws {
        try folder.writeModel(1)
        _ = try folder.run("keys", "rotate", "k.json", "--key", keys[1], "--by", "a.key")
        let refused = try folder.sign(1, "k.json", by: "b.key")
        #expect(refused.status == 1 && refused.errors.contains("0 of the keys of p, version 2"))
        #expect(folder.content("bird.tflite.signed.json") == nil)
    }

    @Test func newSetsAreSignedByOldAndNewKeys() throws {
        let history = folder.content("k.json")
        for signers in [["--by", "c.key"], ["--by", "a.key", "--by", "b.key", "--by", "c.key"]] {
            let refused = try folder.run(
                ["keys", "rotate", "k.json", "--key", keys[1]] + signers)
            #expect(refused.status == 1)
            #expect(
                refused.errors.contains("not one of the keys of p, version 1, or of p, version 2"))
            #expect(folder.content("k.json") == history)
        }
        _ = try folder.run("keys", "rotate", "k.json", "--key", keys[1], "--by", "a.key")
        let rotated = folder.content("k.json")
        #expect(try folder.run("keys", "countersign", "k.json", "--by", "c.key").status == 1)
        #expect(folder.content("k.json") == rotated && rotated != history)
    }
}
