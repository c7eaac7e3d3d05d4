import Foundation
import SightModels
import Testing

@Suite struct SignedModelSourceTests {
    private let scratch = ScratchStore()
    private let bird: ModelID
    private let old = modelBytes(2000, seed: 1)
    private let new = modelBytes(3000, seed: 2)

    init() throws { bird = try ModelID("bird") }

    /// A source with a model, and perhaps a signed manifest.
    private func source(
        _ bytes: [UInt8], _ signed: [UInt8]?, keys: SigningKeys,
        at time: Date = StandInPublisher.start
    ) -> SignedModelSource<StandInScheme> {
        let manifest = ModelManifest(id: bird, size: bytes.count, signed: signed)
        let base = ScriptedSource([.success(manifest)], [.bytes(bytes)])
        return SignedModelSource(
            base, keys: keys, scheme: StandInScheme(), store: scratch.store()
        ) { time + 60 }
    }

    private func update(_ source: SignedModelSource<StandInScheme>) async throws -> InstalledModel {
        try await scratch.store().update(bird, from: source)
    }

    private func expectRefusal(
        _ source: SignedModelSource<StandInScheme>, _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await #expect(sourceLocation: sourceLocation) { try await update(source) } throws: {
            let error = $0 as? ModelDeliveryError
            return error?.code == .untrusted && error?.message.contains(what) == true
        }
    }

    @Test func signedModelsAreInstalled() async throws {
        let publisher = try StandInPublisher()
        let first = source(
            old, try publisher.manifest(of: old, version: 1), keys: publisher.keys)
        let second = source(
            new, try publisher.manifest(of: new, version: 2), keys: publisher.keys)
        #expect(try await update(first).digest == ModelDigest(of: old))
        #expect(try await update(second).digest == ModelDigest(of: new))
        // Repeating the update downloads nothing.
        #expect(try await update(second).digest == ModelDigest(of: new))
    }

    @Test func unsignedAndForgedModelsAreRefused() async throws {
        let publisher = try StandInPublisher()
        let stranger = try StandInPublisher([9])
        await expectRefusal(source(old, nil, keys: publisher.keys), "without a signed manifest")
        await expectRefusal(
            source(
                old, try stranger.manifest(of: old, version: 1, signers: [9]),
                keys: publisher.keys), "0 of the keys")
        await expectRefusal(source(old, Array("{}".utf8), keys: publisher.keys), "malformed")
        await expectRefusal(
            source(old, [UInt8](repeating: 0x20, count: 1 << 17), keys: publisher.keys), "more than"
        )
        #expect(scratch.store().installed(bird) == nil)
    }

    /// The error of a malformed release has the reason as its cause.
    @Test func malformedReleasesAreExplained() throws {
        let envelope = try StandInPublisher.envelope(
            Array("{}".utf8), ModelRelease.payloadType, [1])
        let error = #expect(throws: ModelDeliveryError.self) {
            try SignedManifest(release: envelope).unverifiedRelease()
        }
        #expect(error?.code == .untrusted && error?.cause is DecodingError)
    }

    /// Changes of the payload or its type after signing are refused.
    @Test func changedManifestsAreRefused() async throws {
        let publisher = try StandInPublisher()
        let signed = try SignedManifest(json: try publisher.manifest(of: old, version: 1))
        let other = try SignedManifest(
            json: try publisher.manifest(of: new, version: 2, signers: []))
        var mixed = other
        for signature in signed.release.signatures {
            let bytes = try #require(Data(base64Encoded: signature.sig))
            mixed.release.add(Array(bytes), by: try StandInPublisher.key(1))
        }
        await expectRefusal(source(new, try mixed.json(), keys: publisher.keys), "0 of the keys")
        let keys = try StandInPublisher.envelope(
            try publisher.keys.json(), SigningKeys.payloadType, [1])
        let confused = try SignedManifest(release: keys).json()
        await expectRefusal(source(new, confused, keys: publisher.keys), "not of type")
    }

    /// A valid signature is refused for another file or another model of the publisher.
    @Test func otherFilesAndOtherModelsAreRefused() async throws {
        let publisher = try StandInPublisher()
        let ofCat = try publisher.manifest(of: old, version: 1, model: "cat")
        await expectRefusal(source(old, ofCat, keys: publisher.keys), "of \"cat\"")
        let manifest = try publisher.manifest(of: new, version: 1)
        await expectRefusal(source(old, manifest, keys: publisher.keys), "another file")
        // The server announces no size and digest, and sends other bytes of the same length.
        let base = ScriptedSource(
            [.success(ModelManifest(id: bird, signed: manifest))],
            [.bytes(modelBytes(3000, seed: 7))])
        let liar = SignedModelSource(
            base, keys: publisher.keys, scheme: StandInScheme(), store: scratch.store()
        ) { StandInPublisher.start }
        await #expect { try await update(liar) } throws: {
            ($0 as? ModelDeliveryError)?.code == .wrongDigest
        }
        #expect(scratch.store().installed(bird) == nil)
    }

    /// A device refuses an older version than it has seen, even after it has deleted the model.
    @Test(arguments: [false, true]) func olderVersionsAreRefused(deletes: Bool) async throws {
        let publisher = try StandInPublisher()
        let first = try publisher.manifest(of: old, version: 1)
        let second = try publisher.manifest(of: new, version: 2)
        _ = try await update(source(new, second, keys: publisher.keys))
        if deletes { try await scratch.store().delete(bird) }
        await expectRefusal(source(old, first, keys: publisher.keys), "older than version 2")
        let twin = try publisher.manifest(of: old, version: 2)
        await expectRefusal(source(old, twin, keys: publisher.keys), "two files")
        let installed = scratch.store().installed(bird)
        #expect(installed?.digest == (deletes ? nil : ModelDigest(of: new)))
    }

    /// A server cannot keep a device on an old version after the expiry of its signature.
    @Test func expiredReleasesAreRefused() async throws {
        let publisher = try StandInPublisher()
        let manifest = try publisher.manifest(of: old, version: 1)
        let month = 30.0 * 86_400
        let start = StandInPublisher.start
        _ = try await update(source(old, manifest, keys: publisher.keys, at: start + month - 61))
        await expectRefusal(
            source(old, manifest, keys: publisher.keys, at: start + month - 60), "has expired")
        await expectRefusal(
            source(old, manifest, keys: publisher.keys, at: start - 2 * 86_400), "in the future")
        let late = try SigningKeys(
            publisher: "example.com", keys: publisher.keys.keys, expires: start)
        await expectRefusal(source(old, manifest, keys: late), "keys of example.com have expired")
        // The installed model stays.
        #expect(scratch.store().installed(bird)?.digest == ModelDigest(of: old))
    }

    @Test func thresholdsCountDifferentKeys() async throws {
        let publisher = try StandInPublisher([1, 2, 3], threshold: 2)
        for signers in [[1], [1, 1], [1, 9]] as [[UInt8]] {
            let manifest = try publisher.manifest(of: old, version: 1, signers: signers)
            await expectRefusal(source(old, manifest, keys: publisher.keys), "1 of the keys")
        }
        let manifest = try publisher.manifest(of: old, version: 1, signers: [3, 1])
        #expect(try await update(source(old, manifest, keys: publisher.keys)).size == old.count)
    }

    /// A signature that is listed under several key names counts once.
    @Test func oneSignatureCountsOnce() async throws {
        let publisher = try StandInPublisher([1, 2], threshold: 2)
        let signed = try SignedManifest(
            json: try publisher.manifest(of: old, version: 1, signers: [1]))
        var twice = signed
        let bytes = try #require(Data(base64Encoded: signed.release.signatures[0].sig))
        twice.release.add(Array(bytes), by: try StandInPublisher.key(2))
        await expectRefusal(source(old, try twice.json(), keys: publisher.keys), "1 of the keys")
    }

    @Test func keysHandOverToTheirSuccessors() async throws {
        var publisher = try StandInPublisher([1])
        let pinned = publisher.keys
        for (number, signers) in [(UInt8(2), [UInt8(1), 2]), (3, [2, 3])] {
            let next = try StandInPublisher([number], version: Int(number)).keys
            publisher.successors.append(
                try StandInPublisher.envelope(try next.json(), SigningKeys.payloadType, signers))
        }
        let stale = try publisher.manifest(of: old, version: 1, signers: [1])
        await expectRefusal(source(old, stale, keys: pinned), "0 of the keys")
        let fresh = try publisher.manifest(of: old, version: 1, signers: [3])
        _ = try await update(source(old, fresh, keys: pinned))
        // The device now trusts the new keys, so the manifest needs no history.
        publisher.successors = []
        let bySuccessor = try publisher.manifest(of: new, version: 2, signers: [3])
        _ = try await update(source(new, bySuccessor, keys: pinned))
        let byFirst = try publisher.manifest(of: old, version: 3, signers: [1])
        await expectRefusal(source(old, byFirst, keys: pinned), "version 3, have signed")
    }

    /// A rotation needs the old and the new keys, and may not skip versions.
    @Test(arguments: [
        (2, [UInt8(1)], "version 2, have signed"), (2, [2], "version 1, have signed"),
        (3, [1, 2], "do not follow"),
    ])
    func successionsAreChecked(version: Int, signers: [UInt8], message: String) async throws {
        var publisher = try StandInPublisher([1])
        let next = try StandInPublisher([2], version: version).keys
        publisher.successors = [
            try StandInPublisher.envelope(try next.json(), SigningKeys.payloadType, signers)
        ]
        let manifest = try publisher.manifest(of: old, version: 1, signers: [2])
        await expectRefusal(source(old, manifest, keys: publisher.keys), message)
    }

    @Test func strangersCannotTakeOverAPublisher() async throws {
        var publisher = try StandInPublisher([1])
        let other = try StandInPublisher([2], version: 2, name: "other.example").keys
        publisher.successors = [
            try StandInPublisher.envelope(try other.json(), SigningKeys.payloadType, [1, 2])
        ]
        let manifest = try publisher.manifest(of: old, version: 1, signers: [2])
        await expectRefusal(source(old, manifest, keys: publisher.keys), "do not follow")
    }

    /// A damaged file of seen versions or keys does not count as an empty one: the error names it.
    @Test(arguments: ["seen-", "keys-"]) func damagedMemoryIsAnError(prefix: String) async throws {
        let publisher = try StandInPublisher()
        let manifest = try publisher.manifest(of: old, version: 1)
        _ = try await update(source(old, manifest, keys: publisher.keys))
        let folder = scratch.store().folder.appendingPathComponent("trust")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let file = folder.appendingPathComponent(
            try #require(names.first { $0.hasPrefix(prefix) }))
        try Data("{".utf8).write(to: file)
        await #expect { try await update(source(old, manifest, keys: publisher.keys)) } throws: {
            let error = $0 as? ModelDeliveryError
            return error?.code == .fileFailure && error?.cause != nil
                && error?.message.hasPrefix("\(file.path) is damaged") == true
        }
    }

    /// The revision is that of the bytes that the wrapped source has sent.
    @Test func theRevisionComesFromTheWrappedSource() async throws {
        let publisher = try StandInPublisher()
        let manifest = ModelManifest(
            id: bird, revision: ModelRevision("2"),
            signed: try publisher.manifest(of: old, version: 1))
        let base = ScriptedSource(
            [.success(manifest)], [.bytes(old)], delivering: ModelRevision("1"))
        let signed = SignedModelSource(
            base, keys: publisher.keys, scheme: StandInScheme(), store: scratch.store()
        ) { StandInPublisher.start + 60 }
        #expect(try await update(signed).revision == ModelRevision("1"))
    }

    @Test func theOriginIsThatOfTheWrappedSource() throws {
        let keys = try StandInPublisher().keys
        let base = ScriptedSource(bird, old, from: "a")
        let signed = SignedModelSource(
            base, keys: keys, scheme: StandInScheme(), store: scratch.store())
        #expect(signed.origin == base.origin && signed.origin != nil)
    }

    /// A caller who requires signatures does not share a download that requires none.
    @Test(.timeLimit(.minutes(10))) func callersWithKeysJoinNobodyWithout() async throws {
        let publisher = try StandInPublisher()
        let store = scratch.store()
        let manifest = ModelManifest(id: bird, size: old.count)
        let endless = ScriptedSource([.success(manifest)], [.hang])
        let unsigned = Task { try await store.update(bird, from: endless) }
        while endless.readOffsets.isEmpty { try await Task.sleep(nanoseconds: 2_000_000) }
        let signed = Task { try await update(source(old, nil, keys: publisher.keys)) }
        try await Task.sleep(nanoseconds: 50_000_000)
        unsigned.cancel()
        await #expect { try await signed.value } throws: {
            ($0 as? ModelDeliveryError)?.code == .untrusted
        }
    }

    @Test func unsoundKeySetsAreRefused() throws {
        let key = try StandInPublisher.key(1)
        for (version, threshold, keys) in [
            (1, 1, []), (1, 2, [key]), (1, 0, [key]), (1, 1, [key, key]), (0, 1, [key]),
            (1 << 53, 1, [key]),
        ] as [(Int, Int, [VerificationKey])] {
            #expect(throws: ModelDeliveryError.self) {
                try SigningKeys(
                    publisher: "a", version: version, threshold: threshold, keys: keys)
            }
        }
        #expect(throws: ModelDeliveryError.self) { try SigningKeys(publisher: "", keys: [key]) }
        let keys = try SigningKeys(publisher: "a", keys: [key], expires: StandInPublisher.start)
        #expect(try SigningKeys(json: try keys.json()) == keys)
    }
}
