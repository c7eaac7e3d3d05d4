import Foundation

/// A real model with an appended archive of label files, which is damaged on purpose.
enum PackedModel {
    /// The kinds of damage to the archive.
    enum Damage: CaseIterable, Sendable {
        /// The first file is declared as deflated and 4 GiB large.
        case bomb
        /// All entries of the directory point to the first file.
        case overlap
        /// The first file has a name that points outside the folder.
        case traversal
        /// Two files have one name.
        case duplicate
    }

    private static let path: String = {
        let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }
        let shared =
            ProcessInfo.processInfo.environment["SIGHT_SHARED"]
            ?? package.deletingLastPathComponent().appendingPathComponent("shared").path
        return shared + "/fixtures/models/mlkit/bird.tflite"
    }()

    static let isAvailable: Bool = {
        let found = FileManager.default.fileExists(atPath: path)
        if !found { print("SKIPPED: \(path) is missing, no archive is damaged") }
        return found
    }()

    /// The model with a damaged archive, and the name of the damage.
    static func bytes(_ damage: Damage) throws -> (String, Data) {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let local = places(of: [0x50, 0x4b, 3, 4], in: bytes)
        let central = places(of: [0x50, 0x4b, 1, 2], in: bytes)
        guard local.count > 1, central.count == local.count else {
            throw CocoaError(.fileReadCorruptFile)
        }
        // The offsets inside the headers are from PKWARE APPNOTE 6.3.10, 4.3.7 and 4.3.12.
        switch damage {
        case .bomb:
            for (start, method, size) in [(local[0], 8, 22), (central[0], 10, 24)] {
                bytes.replaceSubrange(start + method..<start + method + 2, with: [8, 0])
                bytes.replaceSubrange(
                    start + size..<start + size + 4, with: [0xfe, 0xff, 0xff, 0xff])
            }
        case .overlap:
            let offset = bytes[central[0] + 42..<central[0] + 46]
            for start in central.dropFirst() {
                bytes.replaceSubrange(start + 42..<start + 46, with: offset)
            }
        case .traversal:
            for name in [local[0] + 30, central[0] + 46] {
                bytes.replaceSubrange(name..<name + 6, with: Data("../../".utf8))
            }
        case .duplicate:
            // The second name is longer: the second directory entry gets the name of the first
            // file.
            let length = Int(bytes[central[0] + 28])
            let name = bytes[central[0] + 46..<central[0] + 46 + length]
            bytes.replaceSubrange(central[1] + 46..<central[1] + 46 + length, with: name)
            bytes.replaceSubrange(local[1] + 30..<local[1] + 30 + length, with: name)
        }
        return ("\(damage)", bytes)
    }

    private static func places(of mark: [UInt8], in bytes: Data) -> [Int] {
        var places: [Int] = []
        var rest = bytes.startIndex..<bytes.endIndex
        while let found = bytes.range(of: Data(mark), in: rest) {
            places.append(found.lowerBound)
            rest = found.upperBound..<bytes.endIndex
        }
        return places
    }
}
