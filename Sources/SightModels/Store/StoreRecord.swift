import Foundation

/// The file `current` of a model's folder, which describes the installed state.
///
/// An installation takes effect at the moment at which this file is renamed.
struct StoreRecord: Codable {
    private static let format = 1

    private var format = Self.format
    let name: String
    let revision: ModelRevision?
    /// The origin of the revision; `nil` if the source states none.
    ///
    /// Records of earlier versions of Sight have no origin.
    let origin: ModelOrigin?
    let size: Int
    let sha256: String
    let installed: Date
    /// The SHA-256 of the previous state, whose file is kept for readers that are about to open it.
    let previous: String?

    init(
        _ manifest: ModelManifest, from origin: ModelOrigin?, size: Int, digest: ModelDigest,
        previous: StoreRecord?
    ) {
        name = manifest.id.name
        revision = manifest.revision
        self.origin = origin
        self.size = size
        sha256 = digest.hexadecimal
        installed = Date()
        // If only the revision or the origin has changed, the file stays.
        self.previous = previous?.sha256 == sha256 ? previous?.previous : previous?.sha256
    }

    /// Reads a record; `nil` if it does not have the form that this code writes.
    init?(_ bytes: [UInt8]) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let record = try? decoder.decode(Self.self, from: Data(bytes)),
            record.format == Self.format, record.size >= 0,
            ModelDigest(hexadecimal: record.sha256) != nil,
            record.previous.map({ ModelDigest(hexadecimal: $0) != nil }) ?? true
        else { return nil }
        self = record
    }

    /// Returns the record as JSON.
    func bytes() throws(ModelDeliveryError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        do {
            return Array(try encoder.encode(self))
        } catch {
            throw ModelDeliveryError(.fileFailure, "a record cannot be written", cause: error)
        }
    }
}
