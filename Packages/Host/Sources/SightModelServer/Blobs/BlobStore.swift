import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import SightModels

/// The store of the model files, which are named by their SHA-256 and never change.
///
/// ```
/// blobs/ab/abcd…      a model; may be copied anywhere, such as to an object store or CDN
/// incoming/UUID       an upload under way
/// ```
package struct BlobStore: Sendable {
    /// A complete upload on the disk that is not yet a blob.
    package struct Upload: Sendable {
        /// The path of the file.
        package let path: String
        /// The SHA-256 of the file in hexadecimal.
        package let digest: String
        /// The size of the file in bytes.
        package let size: Int
    }

    private let folder: String

    /// Opens the folder, and removes unfinished uploads of an earlier process.
    ///
    /// Files that the store would not name so belong to somebody else, and stay.
    package init(folder: String) throws {
        self.folder = folder
        for name in ["blobs", "incoming"] { try DataFolder.make(folder + "/" + name) }
        for name in try FileManager.default.contentsOfDirectory(atPath: incoming)
        where UUID(uuidString: name)?.uuidString == name {
            let path = incoming + "/" + name
            if DataFolder.isFile(path) { try FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Checks that a folder with blobs has the database that names them, because with a new, empty
    /// one the start of the host would delete them all; and that a folder without a database has
    /// nothing in `incoming`, because it is not the folder of a host then.
    ///
    /// - Throws: ``HostError`` with the status `conflict`.
    static func requireDatabase(_ database: String, in folder: String) throws {
        let files = FileManager.default
        guard !files.fileExists(atPath: database) else { return }
        let blobs = folder + "/blobs"
        let hasBlobs = ((try? files.contentsOfDirectory(atPath: blobs)) ?? []).contains { name in
            (try? files.contentsOfDirectory(atPath: "\(blobs)/\(name)"))?.isEmpty == false
        }
        guard !hasBlobs else {
            throw HostError(
                .conflict,
                "\(database) is missing, but \(blobs) has models: restore the database, or begin "
                    + "with another folder")
        }
        let incoming = folder + "/incoming"
        guard ((try? files.contentsOfDirectory(atPath: incoming)) ?? []).isEmpty else {
            throw HostError(
                .conflict,
                "\(database) is missing, but \(incoming) has files: move them away, or begin "
                    + "with another folder")
        }
    }

    private var incoming: String { folder + "/incoming" }

    /// The path of a blob, whether it exists or not.
    package func path(_ digest: String) -> String {
        "\(folder)/blobs/\(digest.prefix(2))/\(digest)"
    }

    /// Writes an upload to the disk.
    ///
    /// - Throws: ``HostError`` with status 413 past the limit, 400 for an empty body.
    package func receive(_ body: RequestBody, limit: Int) async throws -> Upload {
        let path = incoming + "/" + UUID().uuidString
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.unstored(POSIXFailure.last) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            var hasher = SHA256Hasher()
            var size = 0
            for try await buffer in body {
                size += buffer.readableBytes
                guard size <= limit else {
                    throw HostError(.contentTooLarge, "the limit for uploads is \(limit) bytes")
                }
                let data = Data(buffer.readableBytesView)
                hasher.update(data.bytes)
                do { try file.write(contentsOf: data) } catch {
                    throw Self.unstored(POSIXFailure.reason(error))
                }
            }
            guard size > 0 else { throw HostError(.badRequest, "the upload is empty") }
            // Waiting for the disk takes long, so it must not hold up other requests.
            try await NIOThreadPool.singleton.runIfActive {
                do {
                    try file.synchronize()
                    try file.close()
                } catch { throw Self.unstored(POSIXFailure.reason(error)) }
            }
            return Upload(path: path, digest: hasher.finish().hexadecimal, size: size)
        } catch {
            try? file.close()
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    /// The error of an upload that does not fit on the disk, or of a disk that fails.
    private static func unstored(_ reason: String) -> HostError {
        HostError(.init(code: 507), "the upload cannot be stored: \(reason)")
    }

    /// Deletes an upload.
    package func discard(_ upload: Upload) {
        try? FileManager.default.removeItem(atPath: upload.path)
    }

    /// Makes an upload a blob; an existing blob with the same digest is replaced by the same bytes.
    package func keep(_ upload: Upload) async throws {
        try await NIOThreadPool.singleton.runIfActive { try move(upload) }
    }

    private func move(_ upload: Upload) throws {
        let target = path(upload.digest)
        let parent = (target as NSString).deletingLastPathComponent
        guard mkdir(parent, 0o700) == 0 || errno == EEXIST, rename(upload.path, target) == 0 else {
            throw Self.unstored(POSIXFailure.last)
        }
        for path in [parent, (parent as NSString).deletingLastPathComponent] {
            DiskSync.wait(for: path)
        }
    }

    /// Deletes all blobs except those with the given digests; files of other names stay.
    package func collect(keeping digests: Set<String>) {
        let blobs = folder + "/blobs"
        for prefix in (try? FileManager.default.contentsOfDirectory(atPath: blobs)) ?? [] {
            let names =
                (try? FileManager.default.contentsOfDirectory(
                    atPath: blobs + "/" + prefix)) ?? []
            for name in names where Self.isDigest(name) && !digests.contains(name) {
                try? FileManager.default.removeItem(atPath: "\(blobs)/\(prefix)/\(name)")
            }
        }
    }

    private static func isDigest(_ name: String) -> Bool {
        ModelDigest(hexadecimal: name)?.hexadecimal == name
    }

    /// Whether the blob of a version exists and has the version's size.
    func has(_ version: VersionRecord) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path(version.digest))
        return (attributes?[.size] as? NSNumber)?.intValue == version.size
    }
}
