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

    /// What the folder of a version contains.
    package enum Content: Equatable, Sendable {
        /// Files whose state could be read.
        case files(Entry)
        /// Files that exist, but whose state cannot be read now, with the reason.
        case unreadable(String)

        /// The state of the files; `nil` if it cannot be read.
        var entry: Entry? {
            guard case .files(let entry) = self else { return nil }
            return entry
        }
    }

    /// The folder of a volume for files that a check of the disk recovers; few users may list it.
    private static let recovered = "lost+found"

    /// All versions that have a file.
    package let versions: [Key: Content]
    /// The models whose folders cannot be listed now, with the reasons.
    package let unreadable: [String: String]

    /// The names of all models.
    var models: Set<String> { Set(versions.keys.map(\.model)).union(unreadable.keys) }

    /// Lists a folder; `nil` if it does not exist.
    package init?(path: String) {
        let manager = FileManager.default
        guard let models = try? manager.contentsOfDirectory(atPath: path) else { return nil }
        var versions: [Key: Content] = [:]
        var unreadable: [String: String] = [:]
        for model in models where !model.hasPrefix(".") && model != Self.recovered {
            let folder = "\(path)/\(model)"
            guard let names = try? manager.contentsOfDirectory(atPath: folder) else {
                if let problem = FileLookup.problem(ofFolder: folder) {
                    unreadable[model] = "the model's folder cannot be read: \(problem)"
                }
                continue
            }
            for name in names {
                // Each version has one name, so "01" and "+1" are not versions.
                guard let version = Int(name), version > 0, String(version) == name
                else { continue }
                versions[Key(model: model, version: version)] = Self.content(folder, name)
            }
        }
        self.versions = versions
        self.unreadable = unreadable
    }

    /// Looks at the files of a version; `nil` if it has none.
    private static func content(_ folder: String, _ name: String) -> Content? {
        let (path, settingsPath) = ("\(folder)/\(name)/model.tflite", "\(folder)/config.json")
        let file: FileStamp
        switch FileLookup(path) {
        case .nothing: return nil
        case .unreadable(let reason): return .unreadable("model.tflite cannot be read: \(reason)")
        case .file(let stamp): file = stamp
        }
        let settings: FileStamp?
        switch FileLookup(settingsPath) {
        case .nothing: settings = nil
        case .unreadable(let reason): return .unreadable("config.json cannot be read: \(reason)")
        case .file(let stamp): settings = stamp
        }
        return .files(
            Entry(path: path, file: file, settings: settings, settingsPath: settingsPath))
    }
}
