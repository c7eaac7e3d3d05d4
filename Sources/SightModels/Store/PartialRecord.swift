import Foundation

/// The file `partial.json`, which describes the download to which the bytes in `partial` belong.
struct PartialRecord: Codable, Equatable {
    let sha256: String
    let size: Int?

    /// Describes a download that can be continued after the process has ended; `nil` without an
    /// announced SHA-256, because only this can reveal wrong bytes at the beginning.
    init?(_ manifest: ModelManifest) {
        guard let digest = manifest.digest else { return nil }
        sha256 = digest.hexadecimal
        size = manifest.size
    }

    init?(path: String) {
        guard let bytes = try? OpenFile(reading: path).read(at: 0, upTo: 1 << 16),
            let record = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return nil }
        self = record
    }

    func bytes() -> [UInt8] { (try? Array(JSONEncoder().encode(self))) ?? [] }
}
