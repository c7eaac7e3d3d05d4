import Foundation
import HTTPTypes
import Hummingbird

/// The routes of A/B tests: publishers read, set and end them.
struct ExperimentRoutes: Sendable {
    let host: HostCore

    func add(to admin: RouterGroup<HostContext>) {
        admin.get("experiments", use: list)
        admin.put("experiments/{parameter}", use: set)
        admin.delete("experiments/{parameter}", use: end)
    }

    private func list(_ request: Request, _ context: HostContext) async throws -> Response {
        JSONReply.make(try await host.database.snapshot().experiments)
    }

    private struct Body: Decodable { let variants: [ExperimentRecord.Variant] }

    private struct Answer: Encodable {
        let parameter: String
        let variants: [ExperimentRecord.Variant]
        let warnings: [String]
    }

    /// Stores an experiment.
    ///
    /// It may name models that are published later, or that only the apps have, so these are no
    /// reason for a refusal. The answer and the log name them.
    private func set(_ request: Request, _ context: HostContext) async throws -> Response {
        let parameter = try context.name("parameter")
        let variants = try await JSONReply.read(
            Body.self, request, within: host.settings.bodySeconds
        ).variants
        try Self.check(variants)
        let record = ExperimentRecord(parameter: parameter, variants: variants)
        try await host.database.set(record)
        try await host.catalog.refresh(host.database)
        let missing = variants.filter { $0.weight > 0 && !host.catalog.serves($0.value) }
        for variant in missing {
            context.logger.notice(
                "an experiment names a model that is not served",
                metadata: ["parameter": "\(parameter)", "model": "\(variant.value)"])
        }
        return JSONReply.make(
            Answer(
                parameter: parameter, variants: variants,
                warnings: missing.map { "this host serves no version of \"\($0.value)\"" }))
    }

    private static func check(_ variants: [ExperimentRecord.Variant]) throws {
        guard (1...20).contains(variants.count),
            variants.allSatisfy({ (0...1e6).contains($0.weight) && $0.value.utf8.count <= 200 }),
            variants.contains(where: { $0.weight > 0 })
        else {
            throw HostError(
                .badRequest,
                "an experiment has 1 to 20 variants of at most 200 bytes, with weights from 0 to "
                    + "1000000")
        }
        for variant in variants where variant.value.allSatisfy(\.isWhitespace) {
            throw HostError(
                .badRequest,
                "the variant \"\(variant.value)\" names no model: give the name that the "
                    + "installations of this share get")
        }
        var seen: Set<String> = []
        for variant in variants where !seen.insert(variant.value).inserted {
            throw HostError(
                .badRequest,
                "the variant \"\(variant.value)\" is given twice: give it once, with the whole "
                    + "weight")
        }
    }

    private func end(_ request: Request, _ context: HostContext) async throws -> Response {
        try await host.database.deleteExperiment(context.text("parameter"))
        try await host.catalog.refresh(host.database)
        return JSONReply.make([String: String]())
    }
}
