package import Foundation

/// Real models, pictures and peers' results beside the checkout; never part of it.
///
/// The folder `../shared`, or the one that the environment variable `SIGHT_SHARED` names. Tests
/// that need it are skipped, visibly, where it is absent.
package enum SharedFixtures {
    private static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["SIGHT_SHARED"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared")
    }()

    /// Whether the folder is there.
    package static let arePresent = FileManager.default.fileExists(
        atPath: root.appendingPathComponent("fixtures").path)

    /// What a skipped test says.
    package static let skipped: String = "SKIPPED: ../shared is absent"

    /// A file or folder under `fixtures`.
    package static func url(_ path: String) -> URL {
        root.appendingPathComponent("fixtures").appendingPathComponent(path)
    }

    /// The path of a file or folder under `fixtures`.
    package static func path(_ path: String) -> String { url(path).path }

    /// Whether a file is there; some peers' files could not be had.
    package static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: url(path).path)
    }

    /// A JSON file decoded.
    package static func json<Value: Decodable>(_ path: String, as type: Value.Type) throws -> Value
    {
        try JSONDecoder().decode(type, from: Data(contentsOf: url(path)))
    }
}
