import Foundation

/// The JSON form of all signed and remembered values: sorted keys, times in ISO 8601.
enum TrustJSON {
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    static func bytes(of value: some Encodable) throws(ModelDeliveryError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        do {
            return Array(try encoder.encode(value))
        } catch {
            throw ModelDeliveryError(
                .invalidArgument, "a value cannot be written as JSON", cause: error)
        }
    }
}
