import Foundation

/// The reason why a line cannot be read.
extension AnnotatedImage {
    /// Returns what is wrong with a line that the decoder refused: the field, and what to give
    /// instead.
    static func refusal(of line: Data) -> String {
        let decoder = JSONDecoder()
        // JSON has no NaN, but many programs write it. JSON5 has it, so its field can be named.
        decoder.allowsJSON5 = true
        if let reason = (try? decoder.decode(FieldCheck.self, from: line))?.reason {
            return reason
        }
        if let mistake = (try? decoder.decode(AnnotatedImage.self, from: line))?.mistake {
            return mistake
        }
        return "not an annotated image; a line is a JSON object with file, boxes and so on, see "
            + "--help"
    }
}

/// The search for the field of a line that cannot be read.
private struct FieldCheck: Decodable {
    /// The first such field, and what to give instead; `nil` if there is none.
    let reason: String?

    /// A field of ``AnnotatedImage``.
    private typealias Field = (name: String, type: any Decodable.Type, hint: String)

    private static var fields: [Field] {
        [
            ("file", String.self, "the path of the image"),
            ("boxes", [[Float]].self, "lists of four numbers, x0, y0, x1 and y1"),
            ("box_coarse", [String?].self, "a category or null for each box"),
            ("ignore", [Int].self, "0 or 1 for each box"),
            ("boxes_kind", String.self, "a text"),
            ("coverage", String.self, "a text"),
            ("coarse", String.self, "a category or null"),
            ("source", String.self, "a text"),
        ]
    }

    /// A name in the JSON object.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        reason =
            Self.fields.lazy.compactMap { Self.reason($0, in: line) }.first
            ?? Self.notFinite(in: line)
    }

    private static func reason(
        _ field: Field, in line: KeyedDecodingContainer<Key>
    ) -> String? {
        do {
            let value = try line.decodeIfPresent(
                field.type, forKey: Key(stringValue: field.name))
            let isMissing = value == nil && field.name == "file"
            return isMissing ? "\(field.name) is missing: give \(field.hint)" : nil
        } catch {
            return "\(place(of: error) ?? field.name) cannot be read: give \(field.hint)"
        }
    }

    /// Returns the place of an error, such as `boxes[0][1]`; `nil` if the error has none.
    private static func place(of error: any Error) -> String? {
        switch error as? DecodingError {
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            let place = context.codingPath.map { key in
                key.intValue.map { "[\($0)]" } ?? key.stringValue
            }
            return place.isEmpty ? nil : place.joined()
        default: return nil
        }
    }

    /// Returns what is wrong with a field that nothing else reads, but that makes the line invalid.
    private static func notFinite(in line: KeyedDecodingContainer<Key>) -> String? {
        for key in line.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard let number = try? line.decode(Double.self, forKey: key), !number.isFinite
            else { continue }
            return "\(key.stringValue) is \(number), which JSON does not have: give a number or "
                + "null"
        }
        return nil
    }
}
