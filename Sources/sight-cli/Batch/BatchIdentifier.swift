import Foundation

/// The identifier of an input and of its answer: the list's `id`, or the path.
package enum BatchIdentifier: Hashable, Sendable {
    case text(String)
    case number(Int)
}

extension BatchIdentifier: Codable {
    /// Reads a string or a whole number.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    /// Writes the identifier as it was read.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

/// The value of `id` in a line of the list, which may be no identifier.
enum GivenIdentifier: Decodable {
    case usable(BatchIdentifier)
    /// Another value; the text is that of a number, of `true` or of `false`.
    case unusable(String?)

    init(from decoder: any Decoder) throws {
        if let identifier = try? BatchIdentifier(from: decoder) {
            self = .usable(identifier)
            return
        }
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Decimal.self) {
            self = .unusable("\(number)")
        } else {
            self = .unusable((try? container.decode(Bool.self)).map { "\($0)" })
        }
    }
}
