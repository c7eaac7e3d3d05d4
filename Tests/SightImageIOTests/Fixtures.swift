import Foundation

/// The pictures that are not part of the package: found beside it, or where `SIGHT_SHARED` says.
enum Fixtures {
    static let folder: String = {
        let shared =
            ProcessInfo.processInfo.environment["SIGHT_SHARED"]
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../shared").standardized.path
        return shared + "/fixtures/"
    }()

    /// Condition of the suites that need them.
    static let exist: Bool = {
        let exist = FileManager.default.fileExists(atPath: folder + "images/INDEX.json")
        if !exist { print("SKIPPED: no picture fixtures at \(folder); set SIGHT_SHARED") }
        return exist
    }()

    static func path(_ name: String) -> String { folder + name }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// Every file below a folder, sorted, relative to ``folder``.
    static func files(_ name: String) -> [String] {
        let root = path(name)
        let walker = FileManager.default.enumerator(atPath: root)
        var files: [String] = []
        while let file = walker?.nextObject() as? String {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: root + "/" + file, isDirectory: &isFolder)
            if exists, !isFolder.boolValue { files.append(name + "/" + file) }
        }
        return files.sorted()
    }
}
