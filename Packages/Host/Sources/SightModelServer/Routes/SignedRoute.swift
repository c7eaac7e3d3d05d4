import Foundation
import Hummingbird
import SightModels

/// Receives the signed manifest of a version, which devices verify.
///
/// The host has no keys and checks no signature. It refuses a manifest of another model or file.
struct SignedRoute: Sendable {
    let host: HostCore

    @Sendable func take(_ request: Request, _ context: HostContext) async throws -> Response {
        let model = try context.name("model")
        guard let number = context.parameters.get("number").flatMap({ Int($0) }),
            let version = host.catalog.version(number, of: model)
        else { throw HostError(.notFound, "there is no such version") }
        let body: ByteBuffer
        do {
            body = try await BodyDeadline.within(host.settings.bodySeconds) {
                try await request.body.collect(upTo: SignedManifest.maximumSize)
            }
        } catch let error as HostError {
            throw error
        } catch {
            throw HostError(
                .contentTooLarge,
                "a signed manifest has at most \(SignedManifest.maximumSize) bytes")
        }
        let release: ModelRelease
        do throws(ModelDeliveryError) {
            release = try SignedManifest(json: Array(body.readableBytesView)).unverifiedRelease()
        } catch {
            throw HostError(.badRequest, error.message)
        }
        guard release.name == model, release.sha256 == version.digest, release.size == version.size
        else {
            throw HostError(
                .badRequest,
                "the manifest is of \"\(release.name)\" with the SHA-256 \(release.sha256)")
        }
        let record = try await host.database.setSigned(
            Data(body.readableBytesView), version: number, of: model)
        try await host.catalog.refresh(host.database)
        context.logger.info(
            "signed", metadata: ["model": "\(model)", "version": "\(number)"])
        return JSONReply.make(record)
    }
}
