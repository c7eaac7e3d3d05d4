import ArgumentParser
import Foundation
import SightModels

/// The store that a command uses.
struct ModelStoreOptions: ParsableArguments {
    @Option(help: "Folder of the downloaded models.")
    var store: String?

    /// The opened store, whose folder need not exist.
    ///
    /// - Throws: ``CommandError`` with status `usage` if a file has the place of the folder.
    var opened: ModelStore {
        get throws(CommandError) {
            let opened = store.map { ModelStore(folder: URL(fileURLWithPath: $0)) } ?? .standard
            var isFolder: ObjCBool = true
            let path = opened.folder.path
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { return opened }
            throw CommandError(
                .usage,
                "the store \(path) is a file: give a folder in --store or SIGHT_MODEL_STORE")
        }
    }
}

extension CommandError {
    /// Wraps an error of a store or a source.
    init(_ error: ModelDeliveryError) {
        self.init(.someInputsFailed, error.message, cause: error)
    }

    /// Runs a closure and converts its error to a command's.
    static func wrapping<Value>(_ body: () async throws(ModelDeliveryError) -> Value)
        async throws(CommandError) -> Value
    {
        do throws(ModelDeliveryError) {
            return try await body()
        } catch {
            throw CommandError(error)
        }
    }
}
