import Foundation

/// What is in a model repository at one moment, without any model being read.
///
/// ```
/// REPOSITORY/
///   bird/
///     config.json        optional: instances, threads, queue, versions
///     1/model.tflite
///     2/model.tflite
/// ```
package struct RepositoryFolder: Equatable, Sendable {
    /// A version of a model.
    package struct Key: Hashable, Sendable {
        /// The folder's name.
        package let model: String
        /// The version's folder, a positive number.
        package let version: Int

        /// Makes a key.
        package init(model: String, version: Int) {
            self.model = model
            self.version = version
        }
    }

    /// The state of a version's files.
    package struct Entry: Hashable, Sendable {
        /// `model.tflite`.
        package let path: String
        /// Its state.
        package let file: FileStamp
        /// The state of the model's `config.json`; `nil` when there is none.
        package let settings: FileStamp?
        /// `config.json`.
        package let settingsPath: String
    }

    /// Every version that has a file.
    package let entries: [Key: Entry]

    /// Looks at a folder; `nil` when it is not there.
    package init?(path: String) {
        let manager = FileManager.default
        guard let models = try? manager.contentsOfDirectory(atPath: path) else { return nil }
        var entries: [Key: Entry] = [:]
        for model in models where !model.hasPrefix(".") {
            let folder = "\(path)/\(model)"
            let settingsPath = "\(folder)/config.json"
            for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] {
                // "01" and "+1" are no versions: each version has one name.
                guard let version = Int(name), version > 0, String(version) == name,
                    let file = FileStamp(path: "\(folder)/\(name)/model.tflite")
                else { continue }
                entries[Key(model: model, version: version)] = Entry(
                    path: "\(folder)/\(name)/model.tflite", file: file,
                    settings: FileStamp(path: settingsPath), settingsPath: settingsPath)
            }
        }
        self.entries = entries
    }
}
