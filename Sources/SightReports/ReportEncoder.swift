public import Foundation

/// Converts reports to JSON, for the command line and the network.
public enum ReportEncoder {
    /// Returns one line of JSON without a line break: keys are sorted, and numbers that JSON lacks
    /// become the strings `inf`, `-inf` and `nan`.
    ///
    /// - Throws: the errors of the value's own encoding; those of this module have none.
    public static func line(_ value: some Encodable) throws -> Data {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    /// Returns the same JSON as ``line(_:)`` over several lines.
    ///
    /// - Throws: the errors of the value's own encoding; those of this module have none.
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
