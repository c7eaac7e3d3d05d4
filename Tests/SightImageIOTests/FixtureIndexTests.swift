import Foundation
import ModelFixtures
import SightGeometry
import SightImage
import SightImageIO
import Testing

/// Sight decodes all files that the reference library decodes, with the same sizes.
@Suite(.enabled(if: SharedFixtures.areAvailable && BuildTraits.all)) struct FixtureIndexTests {
    struct Entry: Decodable {
        let file: String
        let format: String?
        let wh: [Int]?
        let decode: String
        let exif_orientation: Int?
    }

    /// Formats that Sight does not read.
    static let foreign: Set<String> = ["ICO", "PPM", "TGA", "TIFF"]
    /// The files that only Sight refuses, with the reasons.
    static let exceptions: [String: String] = [:]

    static var entries: [Entry] {
        get throws {
            let data = try Data(
                contentsOf: URL(fileURLWithPath: SharedFixtures.path("images/INDEX.json")))
            return try JSONDecoder().decode([Entry].self, from: data)
        }
    }

    @Test func decodesWhatTheReferenceDecodes() throws {
        var (decoded, refused, turned) = (0, 0, 0)
        for entry in try Self.entries where entry.decode == "ok" {
            guard let format = entry.format, !Self.foreign.contains(format) else { continue }
            do {
                let image = try ImageDecoder.default.decode(
                    contentsOf: SharedFixtures.path(entry.file))
                decoded += 1
                #expect(entry.wh == [image.buffer.width, image.buffer.height], "\(entry.file)")
                if let orientation = entry.exif_orientation, (1...8) ~= orientation {
                    turned += 1
                    #expect(image.orientation.rawValue == orientation, "\(entry.file)")
                }
            } catch {
                refused += 1
                #expect(Self.exceptions[entry.file] != nil, "\(error)")
            }
        }
        #expect(decoded + refused >= 500, "the index has too few files of our formats")
        #expect(turned >= 40, "the index has too few files with an orientation")
        print("fixtures: \(decoded) decoded, \(refused) refused as listed")
    }
}
