import Foundation
import SightModels

/// The requests of Firebase Installations.
struct InstallationsService: Sendable {
    /// The version of Firebase's protocol.
    static let sdkVersion = "i:12.17.0"

    let configuration: FirebaseConfiguration
    let client: HTTPClient

    /// A token and the time at which it expires.
    struct Token: Decodable {
        let token: String
        let expiresIn: String

        /// Returns the time of expiry, counted from the receipt; without a stated lifetime, the
        /// receipt itself.
        func expiry(_ received: Date) -> Date {
            guard expiresIn.hasSuffix("s"), let seconds = Double(expiresIn.dropLast()),
                seconds.isFinite
            else { return received }
            return received.addingTimeInterval(max(0, seconds))
        }
    }

    private struct Registration: Decodable {
        let fid: String?
        let refreshToken: String
        let authToken: Token
    }

    /// An answer, or the refusal of the server.
    enum Reply<Value: Sendable>: Sendable {
        case value(Value)
        case refused(HTTPHead, Data)
    }

    /// Registers a new installation.
    func register(_ fid: String, now: Date) async throws(ModelDeliveryError)
        -> Reply<InstallationRecord>
    {
        let reply = try await send(
            "installations/", authorization: nil,
            [
                "fid": fid, "authVersion": "FIS_v2", "appId": configuration.appID,
                "sdkVersion": Self.sdkVersion,
            ] as [String: String])
        return try map(reply, as: Registration.self) { registration in
            InstallationRecord(
                fid: registration.fid.flatMap { $0.isEmpty ? nil : $0 } ?? fid,
                refreshToken: registration.refreshToken,
                authToken: registration.authToken.token,
                expires: registration.authToken.expiry(now))
        }
    }

    /// Requests a new token.
    func refresh(_ record: InstallationRecord, now: Date) async throws(ModelDeliveryError)
        -> Reply<InstallationRecord>
    {
        let reply = try await send(
            "installations/\(try WebAddress.segment(record.fid))/authTokens:generate",
            authorization: record.refreshToken,
            ["installation": ["sdkVersion": Self.sdkVersion]])
        return try map(reply, as: Token.self) { token in
            var record = record
            record.authToken = token.token
            record.expires = token.expiry(now)
            return record
        }
    }

    /// Removes an installation; does nothing if the server does not know it.
    func delete(_ record: InstallationRecord) async throws(ModelDeliveryError) -> Reply<Void> {
        let (head, detail) = try await send(
            "installations/\(try WebAddress.segment(record.fid))/", method: "DELETE",
            authorization: record.refreshToken, [String: String]())
        guard (200...299).contains(head.status) || head.status == 404 else {
            return .refused(head, detail)
        }
        return .value(())
    }

    private func send(
        _ path: String, method: String = "POST", authorization: String?, _ body: some Encodable
    ) async throws(ModelDeliveryError) -> (HTTPHead, Data) {
        let project = try WebAddress.segment(configuration.projectID)
        let url = try WebAddress.make(
            configuration.endpoints.installations, "/v1/projects/\(project)/\(path)")
        var request = HTTPRequest(url)
        request.method = method
        request.body = try? JSONEncoder().encode(body)
        request.headers["Content-Type"] = "application/json"
        request.headers["X-Ios-Bundle-Identifier"] = configuration.bundleID
        request.credentials["X-Goog-Api-Key"] = configuration.apiKey
        if let authorization { request.credentials["Authorization"] = "FIS_v2 \(authorization)" }
        let (head, exchange) = try await client.send(request)
        return (head, try await exchange.body())
    }

    private func map<Body: Decodable>(
        _ reply: (HTTPHead, Data), as type: Body.Type,
        _ transform: (Body) -> InstallationRecord
    ) throws(ModelDeliveryError) -> Reply<InstallationRecord> {
        let (head, data) = reply
        guard (200...299).contains(head.status) else { return .refused(head, data) }
        do {
            return .value(transform(try JSONDecoder().decode(Body.self, from: data)))
        } catch {
            throw ModelDeliveryError(
                .internalError, "\(head.url.host ?? "?")'s answer contains no valid token",
                cause: error)
        }
    }
}
