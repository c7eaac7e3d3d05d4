import SightConcurrency

/// The running installations of this process, at most one for each combination of store, model,
/// origin, required digest and set of pinned keys.
final class InstallationQueue: Sendable {
    /// The queue of the process; two stores with the same folder share it, too.
    static let shared = InstallationQueue()

    /// The model and the folder of an installation, and the checks that it must pass.
    struct Key: Hashable {
        let root: String
        let id: ModelID
        /// The origin of the source: only callers with the same one share an installation.
        let origin: ModelOrigin?
        /// The required digest: only callers that require the same digest share an installation.
        let digest: ModelDigest?
        /// The pinned keys: only callers that require the same signatures share an installation.
        let keys: SigningKeys?
    }

    private let running = Guarded<[Key: SharedInstallation]>([:])

    /// Joins the running installation, or starts one.
    func run(
        _ key: Key, observe: @escaping SharedInstallation.Observer,
        install:
            @escaping @Sendable (@escaping SharedInstallation.Observer) async
            -> SharedInstallation.Outcome
    ) async throws(ModelDeliveryError) -> InstalledModel {
        let (shared, ticket) = join(key, observe, install)
        return try await shared.wait(ticket).get()
    }

    private func join(
        _ key: Key, _ observe: @escaping SharedInstallation.Observer,
        _ install:
            @escaping @Sendable (@escaping SharedInstallation.Observer) async
            -> SharedInstallation.Outcome
    ) -> (SharedInstallation, Int) {
        while true {
            let (shared, isNew) = running.withLock { running -> (SharedInstallation, Bool) in
                if let shared = running[key] { return (shared, false) }
                let shared = SharedInstallation()
                running[key] = shared
                return (shared, true)
            }
            let ticket = shared.join(observe)
            if isNew {
                shared.start {
                    await install { shared.report($0) }
                } finished: {
                    self.remove(key, shared)
                }
            }
            if let ticket { return (shared, ticket) }
            remove(key, shared)
        }
    }

    private func remove(_ key: Key, _ shared: SharedInstallation) {
        running.withLock { if $0[key] === shared { $0[key] = nil } }
    }
}
