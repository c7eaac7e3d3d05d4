public import Foundation
public import SightModels

/// Selects models by the parameters of Remote Config, for A/B tests of models.
///
/// - Source: the fetch request of Firebase Remote Config. The provider fetches parameters at most
///   every 12 hours. After a 429 or 5xx answer it waits for 2 minutes, doubling up to 4 hours, each
///   wait longer or shorter by up to half at random. Until then the last parameters are used.
public actor RemoteConfigNameProvider: ModelNameProvider {
    private let configuration: FirebaseConfiguration
    private let installations: FirebaseInstallations
    private let file: ProjectFile<RemoteConfigRecord>
    private let minimumInterval: Double
    private let now: @Sendable () -> Date
    private let random: @Sendable () -> Double
    private let client = HTTPClient()
    private var failures = 0
    private var notBefore = Date.distantPast
    private var pending: SharedWork<RemoteConfigRecord>?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - configuration: the project of the app.
    ///   - installations: the identity of the app.
    ///   - minimumInterval: the smallest number of seconds between two fetches; usually 12 hours.
    ///   - folder: the folder of the stored parameters; by default inside the standard store.
    public init(
        _ configuration: FirebaseConfiguration, installations: FirebaseInstallations,
        minimumInterval: Double = 43_200, folder: URL? = nil
    ) {
        self.init(
            configuration, installations, minimumInterval, folder, now: { Date() },
            random: { Double.random(in: 0..<1) })
    }

    /// Creates a provider with the caller's clock and randomness.
    package init(
        _ configuration: FirebaseConfiguration, _ installations: FirebaseInstallations,
        _ minimumInterval: Double, _ folder: URL?, now: @escaping @Sendable () -> Date,
        random: @escaping @Sendable () -> Double
    ) {
        self.configuration = configuration
        self.installations = installations
        self.minimumInterval = minimumInterval
        self.now = now
        self.random = random
        file = ProjectFile(
            configuration, configuration.endpoints.remoteConfig,
            in: folder ?? ModelStore.standard.folder.appendingPathComponent("parameters"))
    }

    /// Returns the model's name in the value of the parameter for this installation.
    public func modelName(for parameter: String) async throws(ModelDeliveryError) -> ModelID {
        let entries = try await parameters()
        guard let name = entries[parameter] else {
            throw ModelDeliveryError(.notFound, "Remote Config has no parameter \"\(parameter)\"")
        }
        return try ModelID(name)
    }

    /// Returns all parameters, fetched now or earlier.
    ///
    /// - Throws: `ModelDeliveryError` if no parameters are stored and none can be fetched;
    ///   `cancelled` at once when the task is cancelled, while the request goes on for others.
    public func parameters() async throws(ModelDeliveryError) -> [String: String] {
        let known = file.read()
        // If the clock was set back, the time of the fetch is in the future.
        if let known, case let age = now().timeIntervalSince(known.fetched), age >= 0,
            age < minimumInterval
        {
            return known.entries
        }
        let work = pending ?? SharedWork { await self.fetch(known) }
        pending = work
        do throws(ModelDeliveryError) {
            return try await work.wait().entries
        } catch {
            guard let known, error.code != .cancelled else { throw error }
            return known.entries
        }
    }

    private func fetch(_ known: RemoteConfigRecord?)
        async -> Result<RemoteConfigRecord, ModelDeliveryError>
    {
        defer { pending = nil }
        do throws(ModelDeliveryError) {
            let wait = notBefore.timeIntervalSince(now())
            guard wait <= 0 else {
                throw ModelDeliveryError(
                    .resourceExhausted,
                    "Remote Config failed; the next request is sent in \(Int(wait.rounded(.up))) s")
            }
            let (head, data) = try await answer(known)
            let record = try read(head, data, known)
            failures = 0
            // If the record cannot be stored, it is fetched again after a restart.
            if let lock = try? await file.lock() {
                try? file.write(record)
                lock.hold()
            }
            return .success(record)
        } catch {
            return .failure(error)
        }
    }

    /// Sends the request, and once more with a new token if the server refuses the token.
    private func answer(_ known: RemoteConfigRecord?)
        async throws(ModelDeliveryError) -> (HTTPHead, Data)
    {
        let identity = try await installations.identity()
        let answer = try await send(try request(identity, known))
        guard answer.0.status == 401 else { return answer }
        await installations.discard(token: identity.token)
        let renewed = try await installations.identity()
        guard renewed != identity else { return answer }
        return try await send(try request(renewed, known))
    }

    private func send(_ request: HTTPRequest)
        async throws(ModelDeliveryError) -> (HTTPHead, Data)
    {
        let (head, exchange) = try await client.send(request)
        return (head, try await exchange.body())
    }

    private func request(
        _ identity: FirebaseInstallations.Identity, _ known: RemoteConfigRecord?
    ) throws(ModelDeliveryError) -> HTTPRequest {
        let project = try WebAddress.segment(configuration.projectID)
        let url = try WebAddress.make(
            configuration.endpoints.remoteConfig,
            "/v1/projects/\(project)/namespaces/firebase:fetch?key=\(configuration.apiKey)")
        var body = RemoteConfigConditions().fields
        body["app_instance_id"] = identity.fid
        body["app_instance_id_token"] = identity.token
        body["app_id"] = configuration.appID
        body["package_name"] = configuration.bundleID
        body["sdk_version"] = String(InstallationsService.sdkVersion.dropFirst(2))
        var request = HTTPRequest(url)
        request.method = "POST"
        request.body = try? JSONEncoder().encode(body)
        request.headers["Content-Type"] = "application/json"
        request.headers["X-Ios-Bundle-Identifier"] = configuration.bundleID
        request.headers["X-Firebase-RC-Fetch-Type"] = "BASE/1"
        request.credentials["x-goog-firebase-installations-auth"] = identity.token
        if let tag = known?.tag { request.headers["if-none-match"] = tag }
        return request
    }

    private struct Body: Decodable {
        let entries: [String: String]?
        let state: String?
    }

    private func read(_ head: HTTPHead, _ data: Data, _ known: RemoteConfigRecord?)
        throws(ModelDeliveryError) -> RemoteConfigRecord
    {
        if head.status == 304, let known {
            return RemoteConfigRecord(entries: known.entries, tag: known.tag, fetched: now())
        }
        guard (200...299).contains(head.status) else {
            if [429, 500, 503, 504].contains(head.status) { postpone() }
            throw HTTPFailure.error(head, detail: data)
        }
        let body: Body
        do { body = try JSONDecoder().decode(Body.self, from: data) } catch {
            throw ModelDeliveryError(
                .internalError, "Remote Config's answer is not JSON with \"entries\"",
                cause: error)
        }
        if body.state == "NO_CHANGE", let known {
            return RemoteConfigRecord(entries: known.entries, tag: known.tag, fetched: now())
        }
        return RemoteConfigRecord(entries: body.entries ?? [:], tag: head["ETag"], fetched: now())
    }

    /// Starts the wait after a failure.
    private func postpone() {
        let seconds = min(14_400, 120 * Double(1 << min(failures, 8)))
        failures += 1
        notBefore = now().addingTimeInterval(seconds * (0.5 + random()))
    }
}
