import Foundation

/// The files of a model repository at one moment; no model is read.
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
        /// The path of `model.tflite`.
        package let path: String
        /// The state of `model.tflite`.
        package let file: FileStamp
        /// The state of the model's `config.json`; `nil` if there is none.
        package let settings: FileStamp?
        /// The path of `config.json`.
        package let settingsPath: String
    }

    /// All versions that have a file.
    package let entries: [Key: Entry]

    /// Lists a folder; `nil` if it does not exist.
    package init?(path: String) {
        let manager = FileManager.default
        guard let models = try? manager.contentsOfDirectory(atPath: path) else { return nil }
        var entries: [Key: Entry] = [:]
        for model in models where !model.hasPrefix(".") {
            let folder = "\(path)/\(model)"
            let settingsPath = "\(folder)/config.json"
            for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] {
                // Each version has one name, so "01" and "+1" are not versions.
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
