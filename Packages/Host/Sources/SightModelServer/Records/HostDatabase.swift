import Foundation

/// Everything that a host remembers but the models' bytes.
///
/// The seam for many replicas: blobs are immutable and may lie anywhere, and this protocol over a
/// shared database is all that replicas have to agree on.
package protocol HostDatabase: Sendable {
    /// All models, versions and experiments, as they were at one instant.
    func snapshot() async throws -> HostSnapshot
    /// Adds a version under the next number, and the model when it is new.
    func add(_ make: @escaping @Sendable (Int) -> VersionRecord, model: String) async throws
        -> VersionRecord
    /// Changes who is served what, in one transaction.
    func change(
        _ model: String,
        _ body: @escaping @Sendable (inout ModelRecord, [VersionRecord]) throws -> Void
    ) async throws -> ModelRecord
    /// Keeps the signed manifest of a version, in place of an earlier one.
    func setSigned(_ signed: Data, version number: Int, of model: String) async throws
        -> VersionRecord
    /// Removes a version that nobody is served.
    func deleteVersion(_ number: Int, of model: String) async throws
    /// Removes a model with its versions.
    func deleteModel(_ model: String) async throws

    /// Adds or replaces an experiment.
    func set(_ experiment: ExperimentRecord) async throws
    /// Ends an experiment.
    func deleteExperiment(_ parameter: String) async throws

    /// Adds an installation with the hash of its refresh token.
    ///
    /// - Returns: false when there is one of this name; then it stays as it is.
    func register(_ fid: String, refreshHash: String, now: Date) async throws -> Bool
    /// Notes that an installation has been heard of.
    func note(_ fid: String, now: Date) async throws
    /// Removes the installations that were last heard of before a time.
    func forgetInstallations(before time: Date) async throws
    /// The hash of an installation's refresh token.
    func refreshHash(of fid: String) async throws -> String?
    /// Removes an installation.
    func unregister(_ fid: String) async throws
    /// How many installations there are.
    func installationCount() async throws -> Int

    /// Adds to the statistics, in one transaction.
    func add(_ counts: [DownloadCount]) async throws
    /// Statistics from an hour on.
    func downloads(since hour: Int) async throws -> [DownloadCount]

    /// A named value that is kept, such as a key.
    func setting(_ name: String) async throws -> String?
    /// Keeps a named value unless there is one, and returns what is kept.
    func setting(_ name: String, orSet value: String) async throws -> String
    /// Hashes of the admin tokens by label.
    func tokens() async throws -> [String: String]
    /// Adds or replaces an admin token.
    func setToken(_ label: String, hash: String) async throws
    /// Removes an admin token.
    func deleteToken(_ label: String) async throws

    /// Whether the database answers.
    func check() async throws
    /// Writes a copy of the database, consistent while the host goes on.
    func backup(to path: String) async throws
}
