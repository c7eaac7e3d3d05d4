import Foundation

/// `NAME/config.json` of a model repository: how a model is run.
package struct ModelSettings: Codable, Equatable, Sendable {
    /// Runs at once.
    package var instances: Int?
    /// Threads of one run.
    package var threads: Int?
    /// Requests that may wait.
    package var queue: Int?
    /// How many versions are served, the newest first; all when absent.
    package var versions: Int?

    /// Everything as the service has it.
    package init() {}

    /// Reads a file; `nil` bytes are the defaults.
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
