public import Foundation

/// A source of models that are files on this machine: one file, or a folder of `NAME.tflite` files.
///
/// A file with the same name and the suffix `.signed.json` is the signed manifest.
public struct FileModelSource: ModelSource {
    /// The SHA-256 that the file must have, if known.
    public let requiredDigest: ModelDigest?
    private let url: URL
    private let isFolder: Bool

    /// Creates a source with one file, which is used for every name.
    ///
    /// - Parameters:
    ///   - file: the address of the file.
    ///   - digest: the SHA-256 that the file must have, if known.
    public init(file: URL, digest: ModelDigest? = nil) {
        url = file
        requiredDigest = digest
        isFolder = false
    }

    /// Creates a source with a folder, in which the model `bird` is the file `bird.tflite`.
    public init(folder: URL) {
        url = folder
        requiredDigest = nil
        isFolder = true
    }

    /// The path of the file or the folder.
    ///
    /// Below the app's bundle or its home folder, the rest of the path counts, because the system
    /// may move both when it updates the app.
    public var origin: ModelOrigin? {
        let path = url.standardizedFileURL.path
        for (root, name) in [(Bundle.main.bundlePath, "bundle"), (NSHomeDirectory(), "home")] {
            let folder = URL(fileURLWithPath: root).standardizedFileURL.path + "/"
            if path.hasPrefix(folder) {
                return ModelOrigin([kind, name, String(path.dropFirst(folder.count))])
            }
        }
        return ModelOrigin([kind, path])
    }

    private var kind: String { isFolder ? "folder" : "file" }

    /// Returns the size and the SHA-256 of the file; the revision is its size and the time of its
    /// last change.
    public func manifest(for id: ModelID, unless known: ModelRevision?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        let location = try location(of: id)
        let file = try OpenFile(reading: location.path)
        let facts = try file.facts()
        let revision = ModelRevision("\(facts.size)-\(facts.modified)")
        guard revision != known else { return nil }
        let digest = await BlockingWork.run { isCancelled in
            Result { () throws(ModelDeliveryError) in try file.digest(isCancelled: isCancelled) }
        }
        return ModelManifest(
            id: id, revision: revision, size: facts.size, digest: try digest.get(),
            location: location, signed: try signed(location))
    }

    /// Reads the file in pieces; see ``ModelSource/read(_:from:into:)``.
    ///
    /// - Throws: ``ModelDeliveryError`` if the file cannot be read, `cancelled`, and the errors of
    ///   `write`.
    public func read(
        _ manifest: ModelManifest, from offset: Int,
        into write: (RawSpan) async throws(ModelDeliveryError) -> Void
    ) async throws(ModelDeliveryError) {
        let location = try location(of: manifest.id)
        let file = try OpenFile(reading: location.path)
        var offset = offset
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            let chunk = try file.read(at: offset, upTo: OpenFile.chunkSize)
            guard !chunk.isEmpty else { return }
            try await write(chunk.span.bytes)
            offset += chunk.count
        }
    }

    private func signed(_ location: URL) throws(ModelDeliveryError) -> [UInt8]? {
        let path = location.path + SignedManifest.suffix
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        // One byte more than the limit shows that the file is too large.
        return Array(try OpenFile(reading: path).read(at: 0, upTo: SignedManifest.maximumSize + 1))
    }

    private func location(of id: ModelID) throws(ModelDeliveryError) -> URL {
        guard isFolder else { return url }
        guard !id.name.contains("/"), !id.name.hasPrefix(".") else {
            throw ModelDeliveryError(
                .invalidArgument, "a model in a folder cannot be called \"\(id.name)\"")
        }
        return url.appendingPathComponent(id.name + ".tflite")
    }
}
