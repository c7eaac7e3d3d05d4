import Foundation
import HTTPTypes
import Hummingbird

/// Firebase's protocol for apps: installations, model information, Remote Config.
struct ClientRoutes: Sendable {
    let host: HostCore

    func add(to router: Router<HostContext>) {
        router.post("v1/projects/{project}/installations", use: register)
        router.post("v1/projects/{project}/installations/{fid}/{action}", use: refresh)
        router.delete("v1/projects/{project}/installations/{fid}", use: unregister)
        router.get("v1beta2/projects/{project}/models/{model}", use: modelInformation)
        router.post("v1/projects/{project}/namespaces/{action}", use: parameters)
    }

    private struct Registration: Decodable { let fid: String? }
    private struct Token: Encodable {
        let token: String
        var expiresIn = "\(InstallationTokens.lifetime)s"
    }
    private struct Registered: Encodable {
        let name: String
        let fid: String
        let refreshToken: String
        let authToken: Token
    }

    private func register(_ request: Request, _ context: HostContext) async throws -> Response {
        try requireProject(request, context, key: header(request, "X-Goog-Api-Key"))
        guard
            host.registrations.take(
                context.client(request, trustsProxy: host.settings.trustsProxy))
        else { throw HostError(.tooManyRequests, "too many registrations from one address") }
        let wanted = try await read(Registration.self, request).fid ?? ""
        var fid = Self.isInstallation(wanted) ? wanted : Self.newInstallation()
        let refreshToken = Secrets.random()
        let hash = Secrets.hash(refreshToken)
        // If another installation has the identifier, the host generates a new one.
        while try await !host.database.register(fid, refreshHash: hash, now: Date()) {
            fid = Self.newInstallation()
        }
        let project = context.parameters.get("project") ?? ""
        return JSONReply.make(
            Registered(
                name: "projects/\(project)/installations/\(fid)", fid: fid,
                refreshToken: refreshToken, authToken: Token(token: host.tokens.make(fid))),
            status: .created)
    }

    private func refresh(_ request: Request, _ context: HostContext) async throws -> Response {
        guard context.parameters.get("action") == "authTokens:generate" else {
            throw HostError(.notFound, "there is nothing here")
        }
        let fid = try await requireInstallation(request, context)
        try await host.database.note(fid, now: Date())
        return JSONReply.make(Token(token: host.tokens.make(fid)))
    }

    private func unregister(_ request: Request, _ context: HostContext) async throws -> Response {
        let fid = try await requireInstallation(request, context)
        try await host.database.unregister(fid)
        return JSONReply.make([String: String]())
    }

    private struct Information: Encodable {
        let downloadUri: String
        let expireTime: String
        let sizeBytes: String
        let sha256: String
        let signedManifest: Data?
    }

    private func modelInformation(_ request: Request, _ context: HostContext) throws -> Response {
        try requireProject(request, context, key: request.uri.queryParameters.get("key"))
        let fid = try installation(header(request, "x-goog-firebase-installations-auth"))
        guard let action = context.parameters.get("model"), action.hasSuffix(":download") else {
            throw HostError(.notFound, "there is nothing here")
        }
        let model = String(action.dropLast(":download".count))
        guard let version = host.catalog.version(of: model, for: fid) else {
            throw HostError(.notFound, "there is no model of this name")
        }
        let tag = "\"\(version.digest.prefix(32))\""
        if let known = EntityTags.unchanged(tag, in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: [.eTag: known])
        }
        // Requests of the same minute get the same address, which is valid for up to a minute more
        // than the lifetime.
        let expires =
            (Int(Date().timeIntervalSince1970 + host.settings.linkLifetime) / 60 + 1) * 60
        let signature = host.tokens.sign(version.digest, model, version.number, expires)
        let location =
            "\(host.base(request))/blobs/\(version.digest)?model=\(model)"
            + "&version=\(version.number)&expires=\(expires)&signature=\(signature)"
        return JSONReply.make(
            Information(
                downloadUri: location, expireTime: Self.time(expires),
                sizeBytes: String(version.size), sha256: version.digest,
                signedManifest: version.signed),
            headers: [.eTag: tag])
    }

    private struct Fetch: Decodable {
        let app_instance_id: String?
        let app_instance_id_token: String?
    }
    private struct Parameters: Encodable {
        let entries: [String: String]
        let state: String
    }

    private func parameters(_ request: Request, _ context: HostContext) async throws -> Response {
        try requireProject(request, context, key: request.uri.queryParameters.get("key"))
        guard context.parameters.get("action") == "firebase:fetch" else {
            throw HostError(.notFound, "there is nothing here")
        }
        let body = try await read(Fetch.self, request)
        let fid = try installation(
            header(request, "x-goog-firebase-installations-auth") ?? body.app_instance_id_token)
        let entries = host.catalog.parameters(for: fid)
        let text = entries.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let tag = "\"etag-\(Secrets.hash(text.joined(separator: "\n")).prefix(32))\""
        if let known = EntityTags.unchanged(tag, in: request.headers[.ifNoneMatch]) {
            return JSONReply.make(
                Parameters(entries: [:], state: "NO_CHANGE"), headers: [.eTag: known])
        }
        let state = entries.isEmpty ? "EMPTY_CONFIG" : "UPDATE"
        return JSONReply.make(Parameters(entries: entries, state: state), headers: [.eTag: tag])
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ request: Request) async throws
        -> Value
    {
        try await JSONReply.read(type, request, within: host.settings.bodySeconds)
    }

    // MARK: Authentication

    private func header(_ request: Request, _ name: String) -> String? {
        HTTPField.Name(name).flatMap { request.headers[$0] }
    }

    private func requireProject(_ request: Request, _ context: HostContext, key: String?) throws {
        guard let key, Secrets.equal(key, host.apiKey) else {
            throw HostError(.forbidden, "the API key is missing or wrong")
        }
        guard context.parameters.get("project") == host.project else {
            throw HostError(.forbidden, "this host serves the project \"\(host.project)\"")
        }
    }

    private func installation(_ token: String?) throws -> String {
        guard let token, let fid = host.tokens.installation(of: token) else {
            throw HostError(.unauthorized, "the installation's token is missing, wrong or expired")
        }
        return fid
    }

    private func requireInstallation(_ request: Request, _ context: HostContext) async throws
        -> String
    {
        try requireProject(request, context, key: header(request, "X-Goog-Api-Key"))
        let fid = context.parameters.get("fid") ?? ""
        guard let hash = try await host.database.refreshHash(of: fid) else {
            throw HostError(.notFound, "there is no such installation")
        }
        guard let value = request.headers[.authorization], value.hasPrefix("FIS_v2 "),
            Secrets.equal(hash, Secrets.hash(String(value.dropFirst(7))))
        else { throw HostError(.unauthorized, "the refresh token is wrong") }
        return fid
    }

    private static func isInstallation(_ text: String) -> Bool {
        // A dot would end the identifier inside of a token.
        text.utf8.count == 22 && HostName.isLegal("a" + text) && !text.contains(".")
    }

    private static func newInstallation() -> String {
        "c" + Secrets.random().prefix(21)
    }

    /// A time in RFC 3339 with a fraction, without which Firebase's own clients cannot read it.
    private static func time(_ seconds: Int) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
    }
}
