import Foundation
import SightModels

/// The signed manifest `MODEL.signed.json` beside the file of a model.
enum SignedManifestFile {
    /// Reads the manifest beside a file.
    ///
    /// A host refuses the manifest of another model or file, but only after it has stored the file.
    ///
    /// - Parameters:
    ///   - file: the path of the model.
    ///   - name: the name under which the model is published.
    ///   - bytes: the content of the file.
    /// - Returns: the JSON of the manifest; `nil` if there is none.
    /// - Throws: ``CommandError`` with status `someInputsFailed` for a manifest that cannot be
    ///   read, or is of another model or file.
    static func read(beside file: String, of name: String, _ bytes: Data) throws(CommandError)
        -> Data?
    {
        let path = file + SignedManifest.suffix
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let json = try InputFile.read(path, limit: SignedManifest.maximumSize)
        let release: ModelRelease
        do throws(ModelDeliveryError) {
            release = try SignedManifest(json: Array(json)).unverifiedRelease()
        } catch {
            throw refusal("\(path): \(error.message)", cause: error)
        }
        guard release.name == name else {
            throw refusal(
                "\(path) is of the model \"\(release.name)\", not of \"\(name)\": give the name in "
                    + "--name")
        }
        var hasher = SHA256Hasher()
        hasher.update(bytes.bytes)
        let digest = hasher.finish().hexadecimal
        guard release.size == bytes.count, release.sha256 == digest else {
            throw refusal(
                "\(path) is of a file of \(release.size) bytes with the SHA-256 "
                    + "\(release.sha256), but \(file) has \(bytes.count) with \(digest)")
        }
        return json
    }

    /// Returns an error that also says how to go on.
    private static func refusal(_ message: String, cause: (any Error)? = nil) -> CommandError {
        CommandError(
            .someInputsFailed,
            "\(message); sign the file again with sight models sign, or remove the signed manifest "
                + "to publish without a signature",
            cause: cause)
    }
}
