public import Foundation

/// How reports become text, on the command line and over the network.
public enum ReportEncoder {
    /// One line of JSON without its end: keys sorted, numbers that JSON lacks as the strings `inf`,
    /// `-inf` and `nan`.
    public static func line(_ value: some Encodable) throws -> Data {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    /// The same over several lines.
    public static func pages(_ value: some Encodable) throws -> Data {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
    }

    private static func encode(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting)
        throws -> Data
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value)
    }
}
