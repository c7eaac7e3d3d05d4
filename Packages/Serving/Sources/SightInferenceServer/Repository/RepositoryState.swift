/// The models that a repository serves, and those that it could not load.
struct RepositoryState {
    /// A version that could not be loaded.
    struct Failure {
        /// The state of the files, which are tried again when it changes; `nil` if they could not be
        /// read, and are tried again at each refresh.
        let entry: RepositoryFolder.Entry?
        /// The reason, for the index and the log.
        let reason: String
    }

    /// The versions by model name, in rising order.
    private(set) var served: [String: [ServedModel]] = [:]
    /// The files that could not be loaded.
    private(set) var failures: [RepositoryFolder.Key: Failure] = [:]
    /// The models of the first look of which no version has been served since; `nil` before it.
    private(set) var awaited: Set<String>?
    /// Whether the folder was missing at the last refresh.
    var isMissing = false
    /// The models whose folders could not be listed at the last refresh.
    var unreadable: Set<String> = []

    /// Makes the state before the first look, or that of a service without a folder.
    init(hasFolder: Bool) { awaited = hasFolder ? nil : [] }

    /// Every version that is served.
    var loaded: [RepositoryFolder.Key: ServedModel] {
        Dictionary(served.values.joined().map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    }

    /// Whether the first look is over.
    var hasLooked: Bool { awaited != nil }

    /// Takes the versions and failures of a look that has found some models.
    mutating func take(
        _ next: [RepositoryFolder.Key: ServedModel],
        _ failures: [RepositoryFolder.Key: Failure], of models: Set<String>
    ) {
        served = Dictionary(grouping: next.values, by: \.key.model)
            .mapValues { $0.sorted { $0.key.version < $1.key.version } }
        self.failures = failures
        awaited = (awaited ?? models).intersection(models).subtracting(served.keys)
    }
}
