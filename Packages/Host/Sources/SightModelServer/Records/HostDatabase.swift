import Foundation

/// The records of a host: everything that it stores except the model files.
///
/// Several replicas of a host need only an implementation of this protocol over a shared database:
/// blobs are immutable and may be copied anywhere.
package protocol HostDatabase: Sendable {
    /// All models, versions and experiments, as they were at one instant.
    func snapshot() async throws -> HostSnapshot
    /// Adds a version under the next number, and the model when it is new.
    func add(_ make: @escaping @Sendable (Int) -> VersionRecord, model: String) async throws
        -> VersionRecord
    /// Changes the served versions of a model in one transaction.
    func change(
        _ model: String,
        _ body: @escaping @Sendable (inout ModelRecord, [VersionRecord]) throws -> Void
    ) async throws -> ModelRecord
    /// Stores the signed manifest of a version, and replaces an earlier one.
    func setSigned(_ signed: Data, version number: Int, of model: String) async throws
        -> VersionRecord
    /// Removes a version that is neither the stable one nor the candidate.
    func deleteVersion(_ number: Int, of model: String) async throws
    /// Removes a model with its versions.
    func deleteModel(_ model: String) async throws

    /// Adds or replaces an experiment.
    func set(_ experiment: ExperimentRecord) async throws
    /// Ends an experiment.
    func deleteExperiment(_ parameter: String) async throws

    /// Adds an installation with the hash of its refresh token.
    ///
    /// - Returns: `false` if the name is taken; that installation stays unchanged.
    func register(_ fid: String, refreshHash: String, now: Date) async throws -> Bool
    /// Records the time of the last request of an installation.
    func note(_ fid: String, now: Date) async throws
    /// Removes the installations whose last request was before a time.
    func forgetInstallations(before time: Date) async throws
    /// The hash of an installation's refresh token.
    func refreshHash(of fid: String) async throws -> String?
    /// Removes an installation.
    func unregister(_ fid: String) async throws
    /// The number of installations.
    func installationCount() async throws -> Int

    /// Adds counts to the statistics in one transaction.
    func add(_ counts: [DownloadCount]) async throws
    /// The statistics from an hour on.
    func downloads(since hour: Int) async throws -> [DownloadCount]

    /// A stored value by its name, such as a key.
    func setting(_ name: String) async throws -> String?
    /// Stores a value unless the name has one, and returns the stored value.
    func setting(_ name: String, orSet value: String) async throws -> String
    /// The hashes of the admin tokens by label.
    func tokens() async throws -> [String: String]
    /// Adds or replaces an admin token.
    func setToken(_ label: String, hash: String) async throws
    /// Removes an admin token.
    func deleteToken(_ label: String) async throws

    /// Throws an error if the database does not answer.
    func check() async throws
    /// Writes a consistent copy of the database while the host runs.
    func backup(to path: String) async throws
}
