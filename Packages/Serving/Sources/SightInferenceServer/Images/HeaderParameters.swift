/// The parameters of a header field's value, as in `form-data; name="file"; filename="a;b.jpg"`.
///
/// - Source: RFC 9110, 5.6.6; RFC 9110, 5.6.4 for quoted values.
struct HeaderParameters {
    private var values: [String: String] = [:]

    /// Reads the parameters after the first part of a value; the first of several with one name
    /// counts.
    init(_ value: some StringProtocol) {
        for part in Self.parts(of: value).dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2 else { continue }
            let name = Self.trimmed(words[0]).lowercased()
            if values[name] == nil { values[name] = Self.unquoted(Self.trimmed(words[1])) }
        }
    }

    /// Returns the value of a parameter, whose name is in small letters.
    subscript(name: String) -> String? { values[name] }

    /// Splits a value at the semicolons outside of quotes.
    private static func parts(of value: some StringProtocol) -> [String] {
        var parts = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in value {
            if character == ";", !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.hasPrefix("\"") else { return String(text) }
        var output = ""
        var isEscaped = false
        for character in text.dropFirst() {
            if isEscaped || character != "\\" && character != "\"" {
                output.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                break
            }
        }
        return output
    }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        let rest = text.drop { $0 == " " || $0 == "\t" }
        let end = rest.lastIndex { $0 != " " && $0 != "\t" }
        return Substring(end.map { rest[...$0] } ?? rest.prefix(0))
    }
}
