import Foundation

/// Results as JSON.
package enum JSONText {
    /// One line of JSON with sorted keys; numbers that JSON lacks become the strings `inf`, `-inf`
    /// and `nan`.
    package static func line(_ value: some Encodable) throws(CommandError) -> String {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    /// The same over several lines.
    package static func pages(_ value: some Encodable) throws(CommandError) -> String {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
    }

    private static func encode(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting)
        throws(CommandError) -> String
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw CommandError(
                .someInputsFailed, "the result cannot be written as JSON: \(error)", cause: error)
        }
    }
}
