import Foundation
import GuideFixtures
import Testing

/// Checks that the sources of `Guides` contain the guides' snippets line by line.
///
/// Each line between `// snippet IT-01 TH-01` and `// end` is a line of the guide, with these
/// exceptions: a line `// guide: …` is the guide's line that the following lines, ending with
/// `// corrected`, replace; lines ending with `// test` are additions. A snippet may have several
/// parts. Indentation and empty lines do not matter.
@Suite(.enabled(if: Fixtures.areAvailable)) struct SnippetTests {
    /// The guides with their number of Swift snippets and their files.
    private static let guides: [(id: String, count: Int, file: String)] = [
        ("IT", 14, "IT-mlkit-custom-model.txt"), ("TH", 14, "TH-mlkit-custom-model.txt"),
        ("ES", 9, "ES-automl-interpreter.txt"), ("VI", 10, "VI-firebase-mlvision.txt"),
        ("HI", 10, "HI-firebase-mlvision.txt"),
    ]

    /// The lines between a heading for Swift and a heading for Objective-C.
    private static func blocks(_ lines: [String]) -> [[String]] {
        let swift: Set = ["Swift", "Rápido", "तीव्र"]
        let other: Set = ["Objective-C", "C objetivo", "उद्देश्य सी"]
        var blocks: [[String]] = []
        var block: [String]?
        for line in lines {
            if swift.contains(line) {
                block = []
            } else if other.contains(line) {
                if let block, !block.contains(where: { $0.hasPrefix("pod '") }) {
                    blocks.append(block)
                }
                block = nil
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    private static func lines(of url: URL) throws -> [String] {
        try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func guide(_ file: String) throws -> [String] {
        try lines(of: Fixtures.shared.appendingPathComponent("guides/" + file))
    }

    /// The guide's lines in the sources, by snippet.
    private static func written() throws -> [String: [String]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Guides")
        var snippets: [String: [String]] = [:]
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        for file in files.sorted(by: { $0.path < $1.path }) {
            var ids: [String] = []
            for line in try lines(of: file) {
                if line.hasPrefix("// snippet ") {
                    ids = line.dropFirst("// snippet ".count).split(separator: " ").map(String.init)
                } else if line == "// end" {
                    ids = []
                } else if !line.hasSuffix("// corrected"), !line.hasSuffix("// test") {
                    let text = line.hasPrefix("// guide: ") ? String(line.dropFirst(10)) : line
                    for id in ids { snippets[id, default: []].append(text) }
                }
            }
        }
        return snippets
    }

    @Test func everySnippetOfTheGuidesIsHere() throws {
        let written = try Self.written()
        for guide in Self.guides {
            let blocks = Self.blocks(try Self.guide(guide.file))
            #expect(blocks.count == guide.count, "Swift snippets of \(guide.file)")
            for (number, block) in blocks.enumerated() {
                let id = "\(guide.id)-\(number < 9 ? "0" : "")\(number + 1)"
                #expect(written[id] == block, "\(id)")
            }
        }
        #expect(written.count == Self.guides.map(\.count).reduce(0, +))
    }
}
