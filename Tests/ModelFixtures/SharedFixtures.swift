package import Foundation

/// Models and golden data in a folder beside the package, which are never part of it.
///
/// The folder is `../shared/fixtures` or that of the environment variable `SIGHT_SHARED`. Tests
/// that need it are skipped, with a line on standard error, if it is missing.
package enum SharedFixtures {
    /// The folder of all fixtures.
    package static let root: URL = {
        let shared = ProcessInfo.processInfo.environment["SIGHT_SHARED"].map {
            URL(fileURLWithPath: $0)
        }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return (shared ?? package.deletingLastPathComponent().appendingPathComponent("shared"))
            .appendingPathComponent("fixtures")
    }()

    /// Whether the fixtures exist; prints a line once if they do not.
    package static let areAvailable: Bool = {
        let found = FileManager.default.fileExists(atPath: root.path)
        if !found {
            FileHandle.standardError.write(
                Data("SKIPPED: tests with shared fixtures; \(root.path) is missing\n".utf8))
        }
        return found
    }()

    /// The address of a fixture, such as `models/tiny/litert_testdata/add.bin`.
    package static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// The path of a fixture.
    package static func path(_ path: String) -> String { url(path).path }

    /// Whether a fixture exists; some files of other projects are not available.
    package static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: url(path).path)
    }

    /// A JSON fixture.
    package static func json<Value: Decodable>(_ path: String, as type: Value.Type) throws -> Value
    {
        try JSONDecoder().decode(type, from: Data(contentsOf: url(path)))
    }

    /// The bytes of a fixture.
    package static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url(path)))
    }

    /// Paths of all files below a folder of the fixtures, sorted.
    package static func files(under folder: String) -> [String] {
        let base = url(folder)
        let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
        return (names ?? []).sorted().filter { name in
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: base.appendingPathComponent(name).path)
            return attributes?[.type] as? FileAttributeType == .typeRegular
        }.map { folder + "/" + $0 }
    }

    /// Paths below a folder of the fixtures, sorted, that hold models no larger than a limit.
    package static func models(under folder: String, maximumByteCount: Int = .max) -> [String] {
        files(under: folder).filter { path in
            guard [".tflite", ".bin", ".lite"].contains(where: path.hasSuffix) else { return false }
            let attributes = try? FileManager.default.attributesOfItem(atPath: url(path).path)
            return (attributes?[.size] as? NSNumber)?.intValue ?? .max <= maximumByteCount
        }
    }
}
