import Foundation

/// A piece of work on an untrusted file of a publisher.
package enum ModelWork: Sendable {
    /// Loads and prepares the model at a path.
    case check(model: String)
    /// Runs a model of the given kind on the image at a path.
    case trial(model: String, kind: String, image: String)

    /// The answer of a child: a value, or the reason for a refusal.
    struct Reply<Value: Codable>: Codable {
        var value: Value?
        var refusal: String?
    }

    /// The command-line arguments of a child that does the work.
    var arguments: [String] {
        switch self {
        case .check(let model): ["work", "--model", model]
        case .trial(let model, let kind, let image):
            ["work", "--model", model, "--kind", kind, "--image", image]
        }
    }

    /// Does the work, and returns the reply as JSON; blocks the caller's thread until that is done.
    package func reply() throws -> Data {
        switch self {
        case .check(let model):
            try Self.reply { try ModelCheck(path: model) }
        case .trial(let model, let kind, let image):
            try Self.reply { try ModelTrial(path: model, kind: kind, image: image) }
        }
    }

    private static func reply<Value: Codable>(_ body: () throws -> Value) throws -> Data {
        do {
            return try JSONEncoder().encode(Reply(value: try body()))
        } catch let error as HostError {
            return try JSONEncoder().encode(Reply<Value>(refusal: error.message))
        }
    }
}
