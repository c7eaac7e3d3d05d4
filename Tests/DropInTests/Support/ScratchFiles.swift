import Foundation

/// Files of the tests of this process, which are deleted when it ends.
enum ScratchFiles {
    private static let root: URL = {
        atexit { try? FileManager.default.removeItem(at: root) }
        return FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-drop-in-\(UUID().uuidString)")
    }()

    /// Makes an empty folder.
    static func folder() throws -> URL {
        let folder = root.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Writes a model beside a label file, into a new folder.
    static func file(_ bytes: [UInt8], labels: [String]) throws -> String {
        let folder = try folder()
        let model = folder.appendingPathComponent("model.tflite")
        try Data(bytes).write(to: model)
        try Data(labels.joined(separator: "\n").utf8)
            .write(to: folder.appendingPathComponent("labels.txt"))
        return model.path
    }

    /// Writes bytes to a new file in a folder that all these files share.
    static func file(_ bytes: [UInt8], _ ending: String = "tflite") throws -> String {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let url = root.appendingPathComponent("\(UUID().uuidString).\(ending)")
        try Data(bytes).write(to: url)
        return url.path
    }
}
