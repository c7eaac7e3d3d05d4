import ArgumentParser
import Foundation
import SightModels

/// The store that a command uses.
struct ModelStoreOptions: ParsableArguments {
    @Option(help: "Folder of the downloaded models.")
    var store: String?

    /// The opened store.
    var opened: ModelStore {
        store.map { ModelStore(folder: URL(fileURLWithPath: $0)) } ?? .standard
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
