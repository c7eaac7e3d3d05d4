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

    /// Makes settings that follow the defaults of the service.
    package init() {}

    /// Decodes a file; `nil` uses the defaults.
    ///
    /// - Throws: ``ServeError`` with the reason.
    package init(_ file: Data?) throws(ServeError) {
        self.init()
        guard let file else { return }
        do {
            self = try JSONDecoder().decode(ModelSettings.self, from: file)
        } catch {
            throw ServeError(.failed, "config.json is no object with whole numbers")
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
