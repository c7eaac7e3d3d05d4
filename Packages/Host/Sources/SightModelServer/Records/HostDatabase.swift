import Foundation

/// The records of a host: everything that it stores except the model files.
///
/// Several replicas of a host need only an implementation of this protocol over a shared database,
/// because a model file never changes and each replica may have a copy. Every method throws the
/// errors of the database. Changes throw a ``HostError`` with the status 507 if the disk is full, and
/// with the status `notFound` if the model, version or experiment is not there.
package protocol HostDatabase: Sendable {
    /// All models, versions and experiments, as they were at one instant.
    func snapshot() async throws -> HostSnapshot
    /// Adds a version of a model, and the model if it is new.
    ///
    /// - Parameters:
    ///   - make: makes the record from the version's number, which is one above the last number
    ///     that the model ever used, also before it was deleted, or 1.
    ///   - model: the model's name.
    /// - Returns: the record that `make` has made.
    /// - Throws: the errors of the database.
    func add(_ make: @escaping @Sendable (Int) -> VersionRecord, model: String) async throws
        -> VersionRecord
    /// Changes the served versions of a model in one transaction.
    ///
    /// - Parameters:
    ///   - model: the model's name.
    ///   - body: changes the model's record; it also gets the model's versions, by ascending
    ///     number. If it throws, nothing is changed.
    /// - Returns: the changed record.
    /// - Throws: the errors of `body`, and a ``HostError`` with the status `notFound`.
    func change(
        _ model: String,
        _ body: @escaping @Sendable (inout ModelRecord, [VersionRecord]) throws -> Void
    ) async throws -> ModelRecord
    /// Stores the signed manifest of a version, and replaces an earlier one.
    func setSigned(_ signed: Data, version number: Int, of model: String) async throws
        -> VersionRecord
    /// Removes a version.
    ///
    /// - Throws: a ``HostError`` with the status `conflict` if it is the stable version or the
    ///   candidate, or with the status `notFound`.
    func deleteVersion(_ number: Int, of model: String) async throws
    /// Removes a model with its versions.
    func deleteModel(_ model: String) async throws

    /// Adds or replaces an experiment.
    func set(_ experiment: ExperimentRecord) async throws
    /// Removes the experiment on a parameter.
    func deleteExperiment(_ parameter: String) async throws

    /// Adds an installation.
    ///
    /// - Parameters:
    ///   - fid: the Firebase installation ID, which names the installation.
    ///   - refreshHash: the hash of its refresh token.
    ///   - now: the time of its first request.
    /// - Returns: `false` if there is an installation with this ID; it stays unchanged.
    /// - Throws: the errors of the database.
    func register(_ fid: String, refreshHash: String, now: Date) async throws -> Bool
    /// Records the time of the last request of an installation.
    func note(_ fid: String, now: Date) async throws
    /// Removes the installations whose last request was before a time.
    func forgetInstallations(before time: Date) async throws
    /// The hash of an installation's refresh token; `nil` if there is no such installation.
    func refreshHash(of fid: String) async throws -> String?
    /// Removes an installation.
    func unregister(_ fid: String) async throws
    /// The number of installations.
    func installationCount() async throws -> Int

    /// Adds counts to the statistics in one transaction.
    func add(_ counts: [DownloadCount]) async throws
    /// The statistics from an hour on, in the order of time.
    ///
    /// The hour is a number of hours since the start of 1970 in UTC.
    func downloads(since hour: Int) async throws -> [DownloadCount]

    /// The stored value with a name, such as a key; `nil` if there is none.
    func setting(_ name: String) async throws -> String?
    /// Stores a value unless the name has one, and returns the stored value.
    func setting(_ name: String, orSet value: String) async throws -> String
    /// The hashes of the admin tokens by label.
    func tokens() async throws -> [String: String]
    /// Adds or replaces an admin token.
    func setToken(_ label: String, hash: String) async throws
    /// Removes an admin token if there is one with this label.
    func deleteToken(_ label: String) async throws

    /// Throws an error if the database does not answer.
    func check() async throws
    /// Writes a consistent copy of the database while the host runs; the file appears when it is
    /// complete and on the disk, and replaces no other.
    func backup(to path: String) async throws
}
