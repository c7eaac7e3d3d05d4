import Foundation
import HTTPTypes
import Hummingbird
import Sight

/// The routes that need an admin token: versions, roll-outs, statistics, and those of experiments.
struct AdminRoutes: Sendable {
    let host: HostCore

    func add(to router: Router<HostContext>) {
        let admin = router.group("admin/v1").add(middleware: AdminMiddleware(host: host))
        admin.get("models", use: models)
        admin.post("models/{model}/versions", use: publish)
        admin.get("models/{model}/versions/{number}/file", use: file)
        admin.post("models/{model}/versions/{number}/try", use: tryOut)
        admin.put("models/{model}/versions/{number}/signed", use: SignedRoute(host: host).take)
        admin.delete("models/{model}/versions/{number}", use: deleteVersion)
        admin.delete("models/{model}", use: deleteModel)
        admin.post("models/{model}/promote", use: promote)
        admin.post("models/{model}/rollback", use: rollBack)
        admin.post("models/{model}/rollout", use: rollOut)
        admin.get("stats", use: statistics)
        admin.post("backup", use: backup)
        ExperimentRoutes(host: host).add(to: admin)
    }

    private struct ModelReport: Encodable {
        let name: String
        let stable: Int?
        let candidate: Int?
        let percent: Double
        /// The stable version after the next rollback of a promotion; `nil` if that withdraws the
        /// model.
        let previous: Int?
        let versions: [VersionRecord]
    }

    private func models(_ request: Request, _ context: HostContext) async throws -> Response {
        let snapshot = try await host.database.snapshot()
        let versions = Dictionary(grouping: snapshot.versions, by: \.model)
        let reports = snapshot.models.map {
            ModelReport(
                name: $0.name, stable: $0.stable, candidate: $0.candidate, percent: $0.percent,
                previous: $0.history.last, versions: versions[$0.name] ?? [])
        }
        return JSONReply.make(reports)
    }

    private func publish(_ request: Request, _ context: HostContext) async throws -> Response {
        let model = try modelName(context)
        let given = String(request.uri.queryParameters.get("note") ?? "").unicodeScalars
        let note = String(String.UnicodeScalarView(given.prefix(500)))
        let limit = host.settings.maximumUpload
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw HostError(.contentTooLarge, "the limit for uploads is \(limit) bytes")
        }
        let upload = try await receive(request, limit: limit)
        defer { host.blobs.discard(upload) }
        let check = try await host.children.run(.check(model: upload.path), for: ModelCheck.self)
        try await host.blobs.keep(upload)
        let created = Date()
        let version = try await host.database.add(
            { number in
                VersionRecord(
                    model: model, number: number, digest: upload.digest, size: upload.size,
                    created: created, note: note, kind: check.kind, labels: check.labels,
                    inputs: check.inputs, outputs: check.outputs)
            }, model: model)
        try await host.catalog.refresh(host.database)
        context.logger.info(
            "published", metadata: ["model": "\(model)", "version": "\(version.number)"])
        return JSONReply.make(version, status: .created)
    }

    private func file(_ request: Request, _ context: HostContext) throws -> Response {
        let version = try version(context)
        let path = host.blobs.path(version.digest)
        let body = try BlobReader.body(path, 0..<version.size, context.logger) { _ in }
        return Response(
            status: .ok, headers: [.contentType: "application/octet-stream"], body: body)
    }

    private func tryOut(_ request: Request, _ context: HostContext) async throws -> Response {
        let version = try version(context)
        let image = try await receive(request, limit: 32 << 20)
        defer { host.blobs.discard(image) }
        let trial = try await host.children.run(
            .trial(
                model: host.blobs.path(version.digest), kind: version.kind,
                image: image.path),
            for: ModelTrial.self)
        return JSONReply.make(trial.findings)
    }

    private func deleteVersion(_ request: Request, _ context: HostContext) async throws -> Response
    {
        try await host.database.deleteVersion(try number(context), of: modelName(context))
        return try await afterDeletion()
    }

    private func deleteModel(_ request: Request, _ context: HostContext) async throws -> Response {
        try await host.database.deleteModel(try modelName(context))
        return try await afterDeletion()
    }

    /// Answers a deletion.
    ///
    /// Blobs stay until the next start of the host: a client may be downloading one, or a publisher
    /// may be uploading the same file.
    private func afterDeletion() async throws -> Response {
        try await host.catalog.refresh(host.database)
        return JSONReply.make([String: String]())
    }

    private struct Target: Decodable {
        let version: Int?
        let percent: Double?
    }

    private func promote(_ request: Request, _ context: HostContext) async throws -> Response {
        let target = try await read(Target.self, request)
        return try await change(context) { record, versions in
            guard let number = target.version ?? record.candidate ?? versions.last?.number,
                versions.contains(where: { $0.number == number })
            else { throw HostError(.notFound, "there is no such version") }
            if let stable = record.stable, stable != number {
                record.history = record.history.suffix(49) + [stable]
            }
            record.stable = number
            record.candidate = nil
            record.percent = 0
        }
    }

    private func rollBack(_ request: Request, _ context: HostContext) async throws -> Response {
        try await change(context) { record, versions in
            // A rollback ends a running roll-out first; without one, it undoes the last promotion.
            // If that was the first one, nobody gets the model any more.
            if record.candidate != nil {
                record.candidate = nil
                record.percent = 0
                return
            }
            guard record.stable != nil else {
                throw HostError(.conflict, "there is nothing to roll back to")
            }
            record.stable = record.history.popLast()
        }
    }

    private func rollOut(_ request: Request, _ context: HostContext) async throws -> Response {
        let target = try await read(Target.self, request)
        guard let percent = target.percent, (0...100).contains(percent) else {
            throw HostError(.badRequest, "percent has to be a number from 0 to 100")
        }
        return try await change(context) { record, versions in
            guard let number = target.version ?? record.candidate ?? versions.last?.number,
                versions.contains(where: { $0.number == number })
            else { throw HostError(.notFound, "there is no such version") }
            guard number != record.stable else {
                throw HostError(.conflict, "everybody gets version \(number) already")
            }
            record.candidate = percent > 0 ? number : nil
            record.percent = percent
        }
    }

    private func change(
        _ context: HostContext,
        _ body: @escaping @Sendable (inout ModelRecord, [VersionRecord]) throws -> Void
    ) async throws -> Response {
        let record = try await host.database.change(try modelName(context), body)
        try await host.catalog.refresh(host.database)
        for version in try await host.database.snapshot().versions
        where version.model == record.name && version.signed == nil
            && [record.stable, record.candidate].contains(version.number)
        {
            context.logger.notice(
                "a version without a signed manifest is served",
                metadata: ["model": "\(version.model)", "version": "\(version.number)"])
        }
        return JSONReply.make(record)
    }

    private struct Statistics: Encodable {
        let installations: Int
        let hours: [DownloadCount]
    }

    private func statistics(_ request: Request, _ context: HostContext) async throws -> Response {
        let days = request.uri.queryParameters.get("days").flatMap { Int($0) } ?? 30
        guard (1...3660).contains(days) else {
            throw HostError(.badRequest, "days has to be a number from 1 to 3660")
        }
        await host.ledger.flush()
        let since = Int(Date().timeIntervalSince1970) / 3600 - days * 24
        return JSONReply.make(
            Statistics(
                installations: try await host.database.installationCount(),
                hours: try await host.database.downloads(since: since)))
    }

    private func backup(_ request: Request, _ context: HostContext) async throws -> Response {
        JSONReply.make(["file": try await host.backup()])
    }

    // MARK: Parts of the request

    private func read<Value: Decodable>(_ type: Value.Type, _ request: Request) async throws
        -> Value
    {
        try await JSONReply.read(type, request, within: host.settings.bodySeconds)
    }

    /// Writes the body to the disk; a larger limit gives the client more time.
    private func receive(_ request: Request, limit: Int) async throws -> BlobStore.Upload {
        let seconds = host.settings.bodySeconds + Double(limit / BodyDeadline.bytesPerSecond)
        return try await BodyDeadline.within(seconds) { [blobs = host.blobs] in
            try await blobs.receive(request.body, limit: limit)
        }
    }

    private func modelName(_ context: HostContext) throws -> String { try context.name("model") }

    private func number(_ context: HostContext) throws -> Int {
        guard let number = context.parameters.get("number").flatMap({ Int($0) }) else {
            throw HostError(.badRequest, "the version must be a number")
        }
        return number
    }

    private func version(_ context: HostContext) throws -> VersionRecord {
        guard let version = host.catalog.version(try number(context), of: try modelName(context))
        else { throw HostError(.notFound, "there is no such version") }
        return version
    }
}

/// Refuses requests without a valid admin token.
struct AdminMiddleware: RouterMiddleware {
    let host: HostCore

    func handle(
        _ request: Request, context: HostContext,
        next: (Request, HostContext) async throws -> Response
    ) async throws -> Response {
        let client = context.client(request, trustsProxy: host.settings.trustsProxy)
        // The name of a scheme ignores case: RFC 9110, section 11.1.
        guard let value = request.headers[.authorization],
            value.prefix(7).lowercased() == "bearer "
        else {
            throw HostError(.unauthorized, "an admin token is needed: Authorization: Bearer TOKEN")
        }
        let hash = Secrets.hash(String(value.dropFirst(7)))
        var label: String?
        for (name, known) in try await host.database.tokens() where Secrets.equal(known, hash) {
            label = name
        }
        guard let label else {
            // More than ten wrong tokens a minute are an attack.
            guard host.failures.take(client) else {
                throw HostError(.tooManyRequests, "too many wrong tokens from one address")
            }
            context.logger.notice("wrong admin token", metadata: ["client": "\(client)"])
            throw HostError(.unauthorized, "the admin token is wrong")
        }
        guard ![.get, .head].contains(request.method) else {
            return try await next(request, context)
        }
        let entry = AuditLog.Entry(
            token: label, client: client, method: "\(request.method)", path: request.uri.path)
        try await host.audit.begin(entry, context.logger)
        do {
            let response = try await next(request, context)
            await host.audit.end(entry, status: response.status.code, context.logger)
            return response
        } catch {
            let status = (error as? HostError)?.status.code ?? 500
            await host.audit.end(entry, status: status, context.logger)
            throw error
        }
    }
}
