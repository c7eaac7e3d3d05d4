import Foundation

/// Checks whether a device may accept a signed manifest.
///
/// The checks follow this order: the newest set of keys, by a chain from the pinned ones; the
/// signatures of the release; its name and its times; its version against the highest one that the
/// device has seen.
struct ReleaseVerifier<Scheme: SignatureScheme> {
    /// The tolerance for a slow clock in seconds; a release signed later than that is refused.
    private static var clockTolerance: Double { 86_400 }

    let scheme: Scheme
    let now: Date

    /// The result of the checks.
    struct Verdict {
        let release: ModelRelease
        let digest: ModelDigest
        /// The set of keys that signed; it must be remembered if it is newer than the pinned one.
        let keys: SigningKeys
    }

    /// Checks a manifest completely.
    ///
    /// - Parameters:
    ///   - manifest: the signed manifest that the source sent with the model.
    ///   - id: the requested model.
    ///   - keys: the newest set that the device trusts.
    ///   - seen: the highest version of the model that the device has seen.
    /// - Returns: the release that the device may install, and the keys that signed it.
    /// - Throws: ``ModelDeliveryError`` with code `untrusted`.
    func verify(
        _ manifest: SignedManifest, of id: ModelID, keys: SigningKeys, seen: TrustMemory.Version?
    ) throws(ModelDeliveryError) -> Verdict {
        let keys = try keys.newest(of: manifest.keys, scheme)
        if let expires = keys.expires, expires <= now {
            throw ModelDeliveryError(
                .untrusted, "the keys of \(keys.publisher) have expired at \(expires)")
        }
        let content = try manifest.release.content(
            type: ModelRelease.payloadType, signedBy: keys, scheme)
        let release = try SignedManifest.release(content)
        guard let digest = release.digest, release.name == id.name else {
            throw ModelDeliveryError(
                .untrusted, "the signed release is of \"\(release.name)\", not of \"\(id)\"")
        }
        try checkTimes(release)
        if let seen {
            guard release.version >= seen.version else {
                throw ModelDeliveryError(
                    .untrusted,
                    "\"\(id)\": version \(release.version) is older than version \(seen.version), "
                        + "which this device has seen")
            }
            guard release.version > seen.version || release.sha256 == seen.sha256 else {
                throw ModelDeliveryError(
                    .untrusted,
                    "\"\(id)\": two files are signed as version \(release.version)")
            }
        }
        return Verdict(release: release, digest: digest, keys: keys)
    }

    private func checkTimes(_ release: ModelRelease) throws(ModelDeliveryError) {
        guard release.expires > now else {
            throw ModelDeliveryError(
                .untrusted,
                "\"\(release.name)\": the signed release has expired at \(release.expires)")
        }
        guard release.time < now + Self.clockTolerance else {
            throw ModelDeliveryError(
                .untrusted,
                "\"\(release.name)\": the release is dated \(release.time), in the future")
        }
    }
}
