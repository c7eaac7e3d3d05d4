/// EXIF data in a text chunk of PNG, as ImageMagick writes it; the chunk `eXIf` came later.
///
/// The text is a line with the profile's name, a line with its length in bytes, then hexadecimal
/// digits with line breaks.
enum PNGRawProfile {
    /// The keywords of text chunks that hold EXIF data.
    static let keywords: Set<String> = ["Raw profile type exif", "Raw profile type APP1"]

    /// Returns the bytes of a profile; `nil` for a malformed one.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        let lines = Array(text).split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        guard lines.count == 3,
            let count = Int(String(decoding: lines[1], as: UTF8.self).filter { $0 != " " })
        else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in lines[2] {
            guard let digit = hexDigit(character) else {
                guard character == UInt8(ascii: "\n") || character == UInt8(ascii: " ") else {
                    return nil
                }
                continue
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes.count == count && high == nil ? bytes : nil
    }

    private static func hexDigit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
