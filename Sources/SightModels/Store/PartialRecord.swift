import Foundation

/// The file `partial.json`: what the bytes in `partial` are the beginning of.
struct PartialRecord: Codable, Equatable {
    let sha256: String
    let size: Int?

    /// What a download can be taken up again by, after the process has ended: only bytes with an
    /// announced SHA-256, because then a wrong beginning shows at the end.
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
