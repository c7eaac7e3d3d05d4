import Foundation
import SightModels

/// A private file with the stored values of one app and one service; it is written completely or
/// not at all.
struct ProjectFile<Record: Codable & Sendable>: Sendable {
    /// The largest size in bytes; a larger file counts as damaged.
    private static var limit: Int { 1 << 20 }

    /// The path: `FOLDER/SHA-256 of app and service.json`, mode 0600.
    let path: String

    /// Computes the path of the file.
    ///
    /// - Parameters:
    ///   - configuration: the app's project.
    ///   - service: the service of the record; each host has a record of its own.
    ///   - folder: the folder of the file, such as `installations` inside the standard store.
    init(_ configuration: FirebaseConfiguration, _ service: URL, in folder: URL) {
        let key = [configuration.appID, configuration.appName, service.absoluteString]
            .joined(separator: "\n")
        path = folder.path + "/" + ModelDigest(of: Array(key.utf8)).hexadecimal + ".json"
    }

    /// Reads the record; `nil` if there is none or it is damaged.
    func read() -> Record? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let bytes = try? OpenFile(reading: path).read(at: 0, upTo: Self.limit) else {
            return nil
        }
        return try? decoder.decode(Record.self, from: Data(bytes))
    }

    /// Writes the record; makes its folder if needed.
    func write(_ record: Record) throws(ModelDeliveryError) {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        let bytes: [UInt8]
        do { bytes = Array(try encoder.encode(record)) } catch {
            throw ModelDeliveryError(.fileFailure, "\(path) cannot be written", cause: error)
        }
        try makeFolder()
        try DurableFolder.write(bytes, to: path)
    }

    /// Removes the record; does nothing if there is none.
    func remove() throws(ModelDeliveryError) { try DurableFolder.remove(path) }

    /// Waits until no other process changes the record.
    func lock() async throws(ModelDeliveryError) -> FileLock {
        try makeFolder()
        return try await FileLock(waitingFor: path + ".lock")
    }

    private func makeFolder() throws(ModelDeliveryError) {
        try DurableFolder.make((path as NSString).deletingLastPathComponent)
    }
}
