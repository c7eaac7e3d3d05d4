import Foundation
public import Logging

/// A log handler that writes one JSON object per line to standard error.
public struct JSONLogHandler: LogHandler {
    private let label: String
    /// The lowest level that is written.
    public var logLevel: Logger.Level
    /// The metadata of every line.
    public var metadata: Logger.Metadata = [:]

    /// Makes the handler for a logger.
    public init(label: String, level: Logger.Level) {
        self.label = label
        logLevel = level
    }

    /// A value of the metadata of every line.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        var fields = [
            "time": Date().formatted(.iso8601), "level": event.level.rawValue,
            "message": "\(event.message)", "logger": label,
        ]
        for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) {
            fields[key] = "\(value)"
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(fields) else { return }
        FileHandle.standardError.write(data + Data("\n".utf8))
    }
}
