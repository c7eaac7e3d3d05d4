import Foundation
import SightModels
import Testing

/// A session with the program, from the first key to its replacement.
@Suite struct SignSessionTests {
    private let folder: SignFolder

    init() throws { folder = try SignFolder() }

    @Test func fromTheFirstKeyToItsSuccessor() throws {
        let first = try folder.run("keys", "generate", "a.key")
        let second = try folder.run("keys", "generate", "b.key")
        #expect(first.status == 0 && VerificationKey(base64: first.output) != nil)
        #expect(try folder.run("keys", "generate", "a.key").status != 0)
        for (name, key) in [("k.json", first), ("pinned.json", first), ("forged.json", second)] {
            let created = try folder.run(
                "keys", "create", name, "--publisher", "p", "--key", key.output)
            #expect(created.status == 0)
        }

        try folder.writeModel(1)
        #expect(try folder.sign(5, "k.json", by: "a.key").status == 0)
        let verified = try folder.run(
            "verify", "bird.tflite", "--name", "bird", "--keys", "k.json")
        #expect(verified.status == 0)
        #expect(try folder.download("pinned.json").status == 0)

        // The device refuses a forged manifest, an old one, and an unsigned file.
        try folder.writeModel(2)
        #expect(try folder.download("pinned.json").errors.contains("another file"))
        #expect(try folder.sign(6, "forged.json", by: "b.key").status == 0)
        #expect(try folder.download("pinned.json").errors.contains("0 of the keys"))
        #expect(try folder.sign(4, "k.json", by: "a.key", "--force").status == 0)
        #expect(try folder.download("pinned.json").errors.contains("older than version 5"))

        // A device that pins the first keys accepts the successor, and no longer the first key.
        let rotated = try folder.run(
            "keys", "rotate", "k.json", "--key", second.output, "--by", "a.key", "--by", "b.key")
        #expect(rotated.status == 0 && rotated.errors.isEmpty)
        #expect(try folder.sign(6, "k.json", by: "b.key").errors.isEmpty)
        let path = try folder.download("pinned.json")
        #expect(path.status == 0, "\(path.errors)")
        #expect(try folder.sign(7, "pinned.json", by: "a.key").status == 0)
        #expect(try folder.download("pinned.json").errors.contains("0 of the keys"))
    }

    @Test func twoOfTwoSignOneAfterTheOther() throws {
        let keys = try folder.keys("a", "b")
        _ = try folder.run(
            "keys", "create", "k.json", "--publisher", "p", "--key", keys[0], "--key", keys[1],
            "--threshold", "2")
        try folder.writeModel(1)
        let signed = try folder.sign(1, "k.json", by: "a.key")
        #expect(signed.status == 0 && signed.errors.contains("1 of the keys"))
        #expect(try folder.download("k.json").status != 0)
        let countersigned = try folder.run(
            "countersign", "bird.tflite.signed.json", "--by", "b.key")
        #expect(countersigned.status == 0)
        #expect(try folder.download("k.json").status == 0)
    }

    /// Each owner of a key signs the new set on another machine.
    @Test func oldAndNewKeysSignOneAfterTheOther() throws {
        let keys = try folder.keys("a", "b")
        _ = try folder.run("keys", "create", "k.json", "--publisher", "p", "--key", keys[0])
        let rotated = try folder.run("keys", "rotate", "k.json", "--key", keys[1], "--by", "a.key")
        #expect(rotated.status == 0 && rotated.errors.contains("0 of the keys of p, version 2"))
        #expect(try folder.run("keys", "show", "k.json").status == 1)
        let signed = try folder.run("keys", "countersign", "k.json", "--by", "b.key")
        #expect(signed.status == 0 && signed.errors.isEmpty)
        #expect(try folder.run("keys", "show", "k.json").output.contains("\"version\" : 2"))
    }

    @Test func keysThatOthersMayReadAreRefused() throws {
        let key = try folder.keys("a")[0]
        _ = try folder.run("keys", "create", "k.json", "--publisher", "p", "--key", key)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: folder.url.appendingPathComponent("a.key").path)
        try folder.writeModel(1)
        #expect(try folder.sign(1, "k.json", by: "a.key").errors.contains("chmod 600"))
    }
}
