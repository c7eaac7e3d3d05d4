public import SightModels

/// The contract of `ModelSource`: manifests state true facts, and a read gives the bytes of the
/// file in order, from any offset.
///
/// ```swift
/// let id = try ModelID("bird")
/// let found = await ModelSourceContract.violations(of: source, id: id, bytes: bird)
/// #expect(found == [])
/// ```
public enum ModelSourceContract {
    /// Runs the whole suite.
    ///
    /// - Parameters:
    ///   - source: the source.
    ///   - id: the name of a model that the source has.
    ///   - bytes: the content of the model's file, at least two bytes.
    /// - Returns: the promises that were not kept, each at most once; empty when all were.
    public static func violations(
        of source: some ModelSource, id: ModelID, bytes: [UInt8]
    ) async -> [ContractViolation] {
        var findings = ContractFindings()
        do throws(ModelDeliveryError) {
            guard let manifest = try await source.manifest(for: id, unless: nil) else {
                findings.expect(
                    false, "a model has a manifest when no revision of it is known",
                    "there is none for \(id)")
                return findings.violations
            }
            check(manifest, id, bytes, &findings)
            if let revision = manifest.revision {
                let again = try await source.manifest(for: id, unless: revision)
                findings.expect(
                    again == nil, "there is no manifest when the newest revision is already known",
                    "there is one for revision \(revision)")
            }
            try await reading(source, manifest, bytes, &findings)
            await refusing(source, manifest, &findings)
        } catch {
            findings.expect(false, "a model that the source has can be read", "\(error)")
        }
        return findings.violations
    }

    private static func check(
        _ manifest: ModelManifest, _ id: ModelID, _ bytes: [UInt8],
        _ findings: inout ContractFindings
    ) {
        findings.expect(
            manifest.id == id, "a manifest describes the model that was asked for",
            "\(manifest.id) instead of \(id)")
        findings.expect(
            manifest.size == nil || manifest.size == bytes.count,
            "a manifest states the true size or none",
            "\(manifest.size ?? 0) for a file of \(bytes.count) bytes")
        findings.expect(
            manifest.digest == nil || manifest.digest == ModelDigest(of: bytes),
            "a manifest states the true SHA-256 or none",
            manifest.digest.map { "\($0)" } ?? "")
    }

    private static func reading(
        _ source: some ModelSource, _ manifest: ModelManifest, _ bytes: [UInt8],
        _ findings: inout ContractFindings
    ) async throws(ModelDeliveryError) {
        let all = try await read(source, manifest, from: 0)
        findings.expect(
            all == bytes, "reading from 0 gives the whole file in order",
            "\(all.count) bytes for a file of \(bytes.count), or bytes of other values")
        for offset in [1, bytes.count / 2, bytes.count] {
            do throws(ModelDeliveryError) {
                let rest = try await read(source, manifest, from: offset)
                findings.expect(
                    rest == Array(bytes.dropFirst(offset)),
                    "reading from an offset gives the rest, or fails with cannotResume",
                    "\(rest.count) bytes from \(offset) of \(bytes.count)")
            } catch {
                findings.expect(
                    error.code == .cannotResume,
                    "reading from an offset gives the rest, or fails with cannotResume", "\(error)")
            }
        }
    }

    /// Reads with a writer that throws on the first bytes.
    private static func refusing(
        _ source: some ModelSource, _ manifest: ModelManifest, _ findings: inout ContractFindings
    ) async {
        do throws(ModelDeliveryError) {
            try await source.read(manifest, from: 0) { _ throws(ModelDeliveryError) in
                throw ModelDeliveryError(.tooLarge, "refused by the contract suite")
            }
            findings.expect(
                false, "errors of the writer end the read and are passed on",
                "the read ended without one")
        } catch {
            findings.expect(
                error.code == .tooLarge,
                "errors of the writer end the read and are passed on", "\(error)")
        }
    }

    private static func read(
        _ source: some ModelSource, _ manifest: ModelManifest, from offset: Int
    ) async throws(ModelDeliveryError) -> [UInt8] {
        var bytes: [UInt8] = []
        try await source.read(manifest, from: offset) { piece throws(ModelDeliveryError) in
            piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        return bytes
    }
}
