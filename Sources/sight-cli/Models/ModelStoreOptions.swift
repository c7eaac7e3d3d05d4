import ArgumentParser
import Foundation
import SightModels

/// Which store a command works on.
struct ModelStoreOptions: ParsableArguments {
    @Option(help: "Folder of the downloaded models.")
    var store: String?

    /// The store.
    var opened: ModelStore {
        store.map { ModelStore(folder: URL(fileURLWithPath: $0)) } ?? .standard
    }
}

extension CommandError {
    /// A failure of a store or a source.
    init(_ error: ModelDeliveryError) {
        self.init(.someInputsFailed, error.message, cause: error)
    }

    /// Runs a body and turns its failure into a command's.
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
