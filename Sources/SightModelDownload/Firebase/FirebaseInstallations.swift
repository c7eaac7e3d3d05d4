public import Foundation
public import SightModels

/// The identity of this installation with Firebase, or with a host that speaks its protocol.
///
/// The actor registers once, stores the identity in a private file, and renews its token before it
/// expires. Simultaneous callers share one request.
public actor FirebaseInstallations {
    /// The identifier of the installation, and a token that is valid for at least an hour.
    public struct Identity: Hashable, Sendable {
        /// The identifier of the installation: 22 characters.
        public let fid: String
        /// The token that requests have to send.
        public let token: String
    }

    /// A token is renewed if it is valid for less than this number of seconds.
    private static let margin = 3600.0

    private let service: InstallationsService
    private let file: ProjectFile<InstallationRecord>
    private let now: @Sendable () -> Date
    private let random: @Sendable () -> Double
    private let sleep: @Sendable (_ seconds: Double) async throws -> Void
    private var backOff = BackOff()
    private var pending: SharedWork<InstallationRecord>?
    private var deletion: SharedWork<Void>?

    /// Opens the identity of an app.
    ///
    /// Objects of one app do not know of each other's waits after failed requests; all callers of
    /// ``shared(_:folder:)`` use one object.
    ///
    /// - Parameters:
    ///   - configuration: the project of the app.
    ///   - folder: the folder of the identity's file, which has mode 0600; by default inside the
    ///     standard store.
    public init(_ configuration: FirebaseConfiguration, folder: URL? = nil) {
        self.init(
            configuration, folder: folder, now: { Date() },
            random: { Double.random(in: 0..<1) }, sleep: { try await Task.sleep(seconds: $0) })
    }

    /// Opens the identity with the caller's clock and randomness.
    package init(
        _ configuration: FirebaseConfiguration, folder: URL?, now: @escaping @Sendable () -> Date,
        random: @escaping @Sendable () -> Double,
        sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void
    ) {
        service = InstallationsService(configuration: configuration, client: HTTPClient())
        self.now = now
        self.random = random
        self.sleep = sleep
        file = ProjectFile(
            configuration, configuration.endpoints.installations,
            in: folder ?? Self.standardFolder)
    }

    /// Returns the identity; registers the installation or renews the token if needed.
    ///
    /// - Throws: `ModelDeliveryError`; `resourceExhausted` during the wait after failed requests;
    ///   `cancelled` at once when the task is cancelled, while the request goes on for others.
    public func identity() async throws(ModelDeliveryError) -> Identity {
        if let record = file.read(), isFresh(record) { return Self.make(record) }
        let work = pending ?? SharedWork { await self.obtain() }
        pending = work
        return Self.make(try await work.wait())
    }

    /// Deletes the token that a service has refused, so that the next call gets a new one.
    func discard(token: String) async {
        guard let lock = try? await file.lock() else { return }
        defer { lock.hold() }
        guard var record = file.read(), record.authToken == token else { return }
        record.expires = .distantPast
        try? file.write(record)
    }

    /// Deletes the identity, on this machine and on the server.
    ///
    /// - Throws: `ModelDeliveryError` if the server cannot be reached or refuses, which also means
    ///   that it answers 500 twice; nothing is deleted then. `cancelled` at once when the task is
    ///   cancelled, while the request goes on.
    public func delete() async throws(ModelDeliveryError) {
        guard file.read() != nil else { return }
        let work = deletion ?? SharedWork { await self.remove() }
        deletion = work
        try await work.wait()
    }

    private func remove() async -> Result<Void, ModelDeliveryError> {
        defer { deletion = nil }
        do throws(ModelDeliveryError) {
            // Without the lock, a renewal under way would write the identity again.
            let lock = try await file.lock()
            defer { lock.hold() }
            guard let record = file.read() else { return .success(()) }
            let service = service
            let reply = try await sendTwice { () async throws(ModelDeliveryError) in
                try await service.delete(record)
            }
            if case .refused(let head, let detail) = reply {
                throw HTTPFailure.error(head, detail: detail)
            }
            try file.remove()
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private func isFresh(_ record: InstallationRecord) -> Bool {
        record.expires.timeIntervalSince(now()) >= Self.margin
    }

    private static func make(_ record: InstallationRecord) -> Identity {
        Identity(fid: record.fid, token: record.authToken)
    }

    private func obtain() async -> Result<InstallationRecord, ModelDeliveryError> {
        defer { pending = nil }
        do throws(ModelDeliveryError) {
            let lock = try await file.lock()
            defer { lock.hold() }
            // Another process may have registered in the meantime.
            let known = file.read()
            if let known, isFresh(known) { return .success(known) }
            let record = try await renewedOrRegistered(known)
            try file.write(record)
            return .success(record)
        } catch {
            return .failure(error)
        }
    }

    private func renewedOrRegistered(_ known: InstallationRecord?)
        async throws(ModelDeliveryError) -> InstallationRecord
    {
        if let known {
            let service = service
            let now = now
            let reply = try await attempt { () async throws(ModelDeliveryError) in
                try await service.refresh(known, now: now())
            }
            switch reply {
            case .value(let record): return record
            case .refused(let head, _) where head.status == 401 || head.status == 404:
                // The server no longer knows this installation.
                try file.remove()
            case .refused(let head, let detail): throw refused(head, detail)
            }
        }
        let service = service
        let now = now
        let fid = InstallationID.make()
        let reply = try await attempt { () async throws(ModelDeliveryError) in
            try await service.register(fid, now: now())
        }
        switch reply {
        case .value(let record): return record
        case .refused(let head, let detail): throw refused(head, detail)
        }
    }

    /// Sends a request, except during the wait after a failure; a success ends the wait.
    private func attempt(
        _ request:
            @Sendable () async throws(ModelDeliveryError)
            -> InstallationsService.Reply<InstallationRecord>
    ) async throws(ModelDeliveryError) -> InstallationsService.Reply<InstallationRecord> {
        try backOff.require(now())
        let reply = try await sendTwice(request)
        if case .value = reply { backOff.succeed() }
        return reply
    }

    /// Sends a request; if the answer is 500, sends it again after a second.
    private func sendTwice<Value: Sendable>(
        _ request:
            @Sendable () async throws(ModelDeliveryError) -> InstallationsService.Reply<Value>
    ) async throws(ModelDeliveryError) -> InstallationsService.Reply<Value> {
        let reply = try await request()
        guard case .refused(let head, _) = reply, head.status == 500 else { return reply }
        do { try await sleep(1) } catch { throw .cancelled }
        return try await request()
    }

    private func refused(_ head: HTTPHead, _ detail: Data) -> ModelDeliveryError {
        backOff.fail(status: head.status, now(), random: random())
        let error = HTTPFailure.error(head, detail: detail)
        // The back-off, not the caller, decides when the next request is sent.
        return ModelDeliveryError(error.code, error.message)
    }
}
