import Foundation

/// The newest keys and versions that a store has seen, which prevent a return to older ones.
///
/// ```
/// ROOT/trust/           0700
///   keys-SHA256.json    the newest set of keys of a publisher
///   seen-SHA256.json    the highest version of one of a publisher's models
/// ```
/// The memory outlives the deletion of a model. A file that cannot be read is an error and is never
/// treated as empty.
struct TrustMemory: Sendable {
    /// A version of a model.
    struct Version: Codable, Equatable {
        let version: Int
        let sha256: String
    }

    let root: String

    private var folder: String { root + "/trust" }

    /// Runs a body that reads and changes the memory under an exclusive lock.
    func exclusively<Value>(_ body: () throws(ModelDeliveryError) -> Value)
        async throws(ModelDeliveryError) -> Value
    {
        try DurableFolder.make(root + "/locks")
        try DurableFolder.make(folder)
        let lock = try await FileLock(waitingFor: root + "/locks/trust.lock")
        defer { lock.hold() }
        return try body()
    }

    /// Returns the newest set of a publisher: the remembered one, or the pinned one if that is
    /// newer.
    func keys(pinned: SigningKeys) throws(ModelDeliveryError) -> SigningKeys {
        let path = keysPath(pinned.publisher)
        guard let bytes = try read(path) else { return pinned }
        let known: SigningKeys
        do throws(ModelDeliveryError) { known = try SigningKeys(json: bytes) } catch {
            throw damage(
                path,
                "the store trusts the keys that the app has built in, even if the publisher has "
                    + "replaced them", cause: error)
        }
        return known.version > pinned.version && known.publisher == pinned.publisher
            ? known : pinned
    }

    /// Returns the highest version that has been seen.
    func seen(_ id: ModelID, of publisher: String) throws(ModelDeliveryError) -> Version? {
        let path = seenPath(id, publisher)
        guard let bytes = try read(path) else { return nil }
        do {
            return try JSONDecoder().decode(Version.self, from: Data(bytes))
        } catch {
            throw damage(path, "the store accepts older versions of \"\(id)\" again", cause: error)
        }
    }

    /// Returns the error of a damaged file, which says what the store does without the file.
    private func damage(_ path: String, _ consequence: String, cause: any Error)
        -> ModelDeliveryError
    {
        ModelDeliveryError(
            .fileFailure,
            "\(path) is damaged: restore it from a backup. Do not just remove it: without the "
                + "file, \(consequence)", cause: cause)
    }

    /// Remembers the accepted release and the keys that signed it.
    func note(_ release: ModelRelease, of id: ModelID, signedBy keys: SigningKeys)
        throws(ModelDeliveryError)
    {
        try keep(try keys.json(), at: keysPath(keys.publisher))
        let version = Version(version: release.version, sha256: release.sha256)
        try keep(try TrustJSON.bytes(of: version), at: seenPath(id, keys.publisher))
    }

    private func keep(_ bytes: [UInt8], at path: String) throws(ModelDeliveryError) {
        guard try read(path) != bytes else { return }
        try DurableFolder.write(bytes, to: path)
    }

    private func read(_ path: String) throws(ModelDeliveryError) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return Array(try OpenFile(reading: path).read(at: 0, upTo: SignedManifest.maximumSize))
    }

    private func keysPath(_ publisher: String) -> String {
        folder + "/keys-\(ModelDigest(of: Array(publisher.utf8))).json"
    }

    private func seenPath(_ id: ModelID, _ publisher: String) -> String {
        folder + "/seen-\(ModelDigest(of: Array("\(publisher)\n\(id.name)".utf8))).json"
    }
}
