import Foundation

/// Decodes and encodes strings in JSON.
enum JSONText {
    /// Decodes the bytes between two quotes.
    static func unescaped(_ bytes: ArraySlice<UInt8>) throws(ProtocolError) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ProtocolError("JSON holds text that is not UTF-8")
            }
            return text
        }
        // This path is rare, because names and parameters hardly ever have escapes.
        let quoted = Data([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
        guard let text = try? JSONDecoder().decode(String.self, from: quoted) else {
            throw ProtocolError("JSON holds a text with a broken escape")
        }
        return text
    }

    /// Appends a string with quotes and escapes.
    static func append(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0..<0x20:
                output.append(contentsOf: "\\u00".utf8)
                for digit in [byte >> 4, byte & 15] {
                    output.append(contentsOf: String(digit, radix: 16).utf8)
                }
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
