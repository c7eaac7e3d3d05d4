import Foundation

/// The values of a property list that are text, by their keys.
///
/// On Linux, Foundation ends the process for some damaged binary property lists, whether
/// `PropertyListSerialization` or a decoder reads them, and for some texts in OpenStep's format. In
/// XML, its decoder calls itself for each list in a list, without a limit. There, only XML with few
/// lists is read.
struct PropertyListTexts: Decodable {
    /// The size of the largest file in bytes; that of Firebase has about 1 kB.
    private static let limit = 1 << 20
    /// The number of lists and dictionaries in the largest XML file.
    private static let listLimit = 100

    let texts: [String: String]

    /// Reads a property list whose root is a dictionary.
    ///
    /// - Throws: `CocoaError` if the file cannot be read, or cannot be read safely on this
    ///   platform; `DecodingError` if it is damaged.
    init(contentsOf url: URL) throws {
        let data = try Data(contentsOf: url)
        #if !canImport(Darwin)
            try Self.checkSurvivable(data)
        #endif
        self = try PropertyListDecoder().decode(Self.self, from: data)
    }

    /// Checks that Foundation's decoder on Linux survives the bytes of a file.
    private static func checkSurvivable(_ data: Data) throws {
        guard !data.starts(with: "bplist".utf8) else {
            throw CocoaError(
                .propertyListReadUnknownVersion,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "binary property lists are read on Apple's platforms only; "
                        + "convert the file with `plutil -convert xml1`"
                ])
        }
        let text = data.starts(with: "\u{FEFF}".utf8) ? data.dropFirst(3) : data
        let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard data.count <= limit, first == UInt8(ascii: "<") else {
            throw CocoaError(.propertyListReadCorrupt)
        }
        var previous: UInt8 = 0
        var lists = 0
        for byte in text {
            // `<array`, `<dict` and `<plist`; `<data` and `<date` count, too.
            if previous == UInt8(ascii: "<"), "adp".utf8.contains(byte) { lists += 1 }
            previous = byte
        }
        guard lists <= listLimit else { throw CocoaError(.propertyListReadCorrupt) }
    }

    init(from decoder: any Decoder) throws {
        let list = try decoder.container(keyedBy: Key.self)
        var texts: [String: String] = [:]
        for key in list.allKeys {
            texts[key.stringValue] = try? list.decode(String.self, forKey: key)
        }
        self.texts = texts
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
