import Foundation
import SightModels
import Testing

/// Two sources with one model name: a revision counts only for the origin that has stated it.
@Suite struct ModelOriginTests {
    private let scratch = ScratchStore()
    private let bird: ModelID
    private let old = modelBytes(2000)
    private let new = modelBytes(2000, seed: 2)

    init() throws { bird = try ModelID("bird") }

    private func source(_ bytes: [UInt8], _ place: String?, digest: Bool = false) -> ScriptedSource
    {
        ScriptedSource(bird, bytes, digest: digest, from: place)
    }

    @Test func theSameRevisionOfAnotherOriginIsDownloaded() async throws {
        let store = scratch.store()
        _ = try await store.update(bird, from: source(old, "a"))
        let other = source(new, "b")
        for _ in 0..<2 {
            let model = try await store.update(bird, from: other)
            #expect(model.digest == ModelDigest(of: new) && model.origin == other.origin)
        }
        #expect(other.knownRevisions == [nil, ModelRevision("1")] && other.readOffsets == [0])
        let again = try await store.update(bird, from: source(old, "a"))
        #expect(again.digest == ModelDigest(of: old))
    }

    /// The folders of an app move when the system updates it.
    @Test func filesOfAnAppAreFoundInItsFolders() {
        func origin(_ path: String) -> ModelOrigin? {
            FileModelSource(file: URL(fileURLWithPath: path)).origin
        }
        #expect(
            origin(NSHomeDirectory() + "/Documents/bird.tflite")
                == ModelOrigin(["file", "home", "Documents/bird.tflite"]))
        #expect(
            origin(Bundle.main.bundlePath + "/bird.tflite")
                == ModelOrigin(["file", "bundle", "bird.tflite"]))
        #expect(origin("/srv/bird.tflite") == ModelOrigin(["file", "/srv/bird.tflite"]))
    }

    /// A source without an origin is not that of an installed model that has one.
    @Test func aSourceWithoutAnOriginIsAnotherOne() async throws {
        let store = scratch.store()
        _ = try await store.update(bird, from: source(old, "a"))
        let silent = source(new, nil)
        #expect(try await store.update(bird, from: silent).digest == ModelDigest(of: new))
        #expect(silent.knownRevisions == [nil])
    }

    /// The announced SHA-256 shows that the file is there already; the record gets the new origin.
    @Test func theSameBytesAreNotDownloadedAgain() async throws {
        let store = scratch.store()
        let first = try await store.update(bird, from: source(old, "a", digest: true))
        let other = source(old, "b", digest: true)
        for _ in 0..<2 {
            let model = try await store.update(bird, from: other)
            #expect(model.path == first.path && model.origin == other.origin)
        }
        #expect(other.readOffsets.isEmpty)
        #expect(other.knownRevisions == [nil, ModelRevision("1")])
    }

    /// Makes the record one of an earlier version, which has no origin.
    private func forgetOrigin(_ model: InstalledModel) throws {
        let record = URL(fileURLWithPath: model.path).deletingLastPathComponent()
            .appendingPathComponent("current")
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: record))
        var fields = try #require(json as? [String: Any])
        #expect(fields.removeValue(forKey: "origin") != nil)
        try JSONSerialization.data(withJSONObject: fields).write(to: record)
    }

    /// Without a network, an app can use the model; the next update does not trust its revision.
    @Test(arguments: [true, false]) func recordsOfEarlierVersions(hasDigest: Bool) async throws {
        let store = scratch.store()
        let first = try await store.update(bird, from: source(old, "a", digest: hasDigest))
        try forgetOrigin(first)
        #expect(store.installed(bird)?.origin == nil)
        let same = source(old, "a", digest: hasDigest)
        #expect(store.path(of: bird, from: same) == first.path)
        for _ in 0..<2 { #expect(try await store.update(bird, from: same).origin == same.origin) }
        #expect(same.knownRevisions == [nil, ModelRevision("1")])
        #expect(same.readOffsets == (hasDigest ? [] : [0]))
    }

    @Test func aPathIsThatOfTheOrigin() async throws {
        let store = scratch.store()
        let first = source(old, "a")
        #expect(store.path(of: bird, from: first) == nil)
        let model = try await store.update(bird, from: first)
        #expect(store.path(of: bird, from: first) == model.path)
        #expect(store.installed(bird, from: first) == model)
        for place in ["b", nil] {
            #expect(store.path(of: bird, from: source(old, place)) == nil)
        }
        #expect(store.path(of: bird) == model.path)
    }

    /// Copies that keep the time, and builds whose results all have one time, give such files.
    @Test func twoFilesMayHaveOneSizeAndTime() async throws {
        let store = scratch.store()
        for (name, bytes) in [("1.tflite", old), ("2.tflite", new)] {
            let file = try scratch.file(name, bytes)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
                ofItemAtPath: file.path)
            let model = try await store.update(bird, from: FileModelSource(file: file))
            #expect(model.digest == ModelDigest(of: bytes))
        }
    }

    @Test func partsAreToldApart() {
        let origins = [["ab", "c"], ["a", "bc"], ["abc"], ["a", "b", "c"], ["ab", "c", ""]]
            .map { ModelOrigin($0) }
        #expect(Set(origins).count == origins.count)
        #expect(ModelOrigin(["ab", "c"]) == origins[0])
        #expect(origins.allSatisfy { ModelDigest(hexadecimal: $0.text) != nil })
    }

    @Test func aFolderIsAnotherOriginThanAFile() {
        let url = scratch.folder
        #expect(FileModelSource(file: url).origin == FileModelSource(file: url).origin)
        #expect(FileModelSource(file: url).origin != FileModelSource(folder: url).origin)
        #expect(
            FileModelSource(file: url).origin
                != FileModelSource(file: url.appendingPathComponent("a")).origin)
    }
}
