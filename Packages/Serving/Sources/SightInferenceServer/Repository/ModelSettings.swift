import Foundation

/// The settings of a model, from `NAME/config.json` of a model repository.
package struct ModelSettings: Codable, Equatable, Sendable {
    /// The number of instances, which run at the same time.
    package var instances: Int?
    /// The threads of one run.
    package var threads: Int?
    /// The limit of waiting requests.
    package var queue: Int?
    /// The number of versions to serve, the newest first; `nil` serves all.
    package var versions: Int?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case instances, queue, threads, versions
    }

    /// A value of any type, whose key alone counts.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Makes settings that follow the defaults of the service.
    package init() {}

    /// Decodes a file; `nil` uses the defaults.
    ///
    /// - Throws: ``ServeError`` with the reason.
    package init(_ file: Data?) throws(ServeError) {
        self.init()
        guard let file else { return }
        let keys: [String]
        do {
            self = try JSONDecoder().decode(ModelSettings.self, from: file)
            keys = try JSONDecoder().decode([String: Anything].self, from: file).keys.sorted()
        } catch {
            throw ServeError(.failed, "config.json is no object with whole numbers")
        }
        // A misspelt setting would have no effect.
        let names = CodingKeys.allCases.map(\.rawValue)
        if let other = keys.first(where: { !names.contains($0) }) {
            throw ServeError(
                .failed,
                "config.json: there is no setting \"\(other)\"; the settings are "
                    + names.joined(separator: ", "))
        }
        let limits = [
            ("instances", instances, 256), ("threads", threads, 256), ("queue", queue, 65_536),
            ("versions", versions, 1000),
        ]
        for (name, value, limit) in limits {
            if let value, !(1...limit).contains(value) {
                throw ServeError(.failed, "config.json: \(name) \(value) is not in 1 to \(limit)")
            }
        }
    }
}
